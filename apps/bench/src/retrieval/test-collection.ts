import { readFileSync } from 'node:fs'
import type { Collection, Entry } from './collection.ts'

interface TestCollection {
  docs: { id: string; title: string; text: string }[]
  queries: Record<string, string>
  qrels: Record<string, Record<string, number>>
}

/** A collection with judgments: `{docs: [{id, title, text}], queries: {id: text}, qrels: {query: {doc: grade}}}`. */
export function testCollection(file: string, name: string): Collection {
  const { docs, queries, qrels }: TestCollection = JSON.parse(readFileSync(file, 'utf8'))
  return {
    name,
    kind: 'abstracts',
    entries: docs.map(({ id, title, text }) => abstract(`/${id}`, title, text)),
    queries: Object.entries(queries).flatMap(([id, text]) => {
      const grades = Object.entries(qrels[id] ?? {})
      if (grades.length === 0) return []
      return [
        {
          text,
          relevant: new Map(grades.map(([doc, grade]) => [`/${doc}`, grade])),
          exclude: new Set<string>(),
        },
      ]
    }),
  }
}

function abstract(path: string, title: string, text: string): Entry {
  const content = text.startsWith(title) ? text.slice(title.length) : text
  const shared = { title, tags: [], groups: [] }
  return {
    hash: path,
    page: {
      ...shared,
      path,
      file: `${path.slice(1)}.md`,
      headings: [],
      frontmatter: {},
      hidden: false,
      draft: false,
      content,
      links: [],
    },
    passages: [{ ...shared, id: path, pagePath: path, anchor: '', headings: [title], content, ordinal: 0 }],
  }
}
