import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Collection, Entry } from './collection.ts'

interface TestCollection {
  docs: { id: string; title: string; text: string }[]
  queries: Record<string, string>
  qrels: Record<string, Record<string, number>>
}

/** Entries of API references with questions: MiniSearch and FTS5 are better with their weights for documentation. */
const REFERENCES: ReadonlySet<string> = new Set(['pydocs'])

/** Halves of the questions by a seeded hash, made before anyone looked at them. */
function isHeld(name: string, text: string): boolean {
  const [first = 0] = createHash('sha256').update(`docent-${name}-1:${text}`).digest()
  return (first & 1) === 1
}

/** A collection with judgments: `{docs: [{id, title, text}], queries: {id: text}, qrels: {query: {doc: grade}}}`. */
export function testCollection(file: string, name: string): Collection {
  const { docs, queries, qrels }: TestCollection = JSON.parse(readFileSync(file, 'utf8'))
  return {
    name,
    kind: REFERENCES.has(name) ? 'documentation' : 'abstracts',
    entries: docs.map(({ id, title, text }) => abstract(`/${id}`, title, text)),
    queries: Object.entries(queries).flatMap(([id, text]) => {
      const grades = Object.entries(qrels[id] ?? {})
      if (grades.length === 0) return []
      return [
        {
          text,
          relevant: new Map(grades.map(([doc, grade]) => [`/${doc}`, grade])),
          exclude: new Set<string>(),
          ...(REFERENCES.has(name) && { held: isHeld(name, text) }),
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
