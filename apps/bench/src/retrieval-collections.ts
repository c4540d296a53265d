import { globSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type Page, type Passage, parsePage } from '@docent/content'

export interface Entry {
  page: Page
  passages: Passage[]
  hash: string
}

export interface Query {
  text: string
  /** Page path → grade. */
  relevant: ReadonlyMap<string, number>
  /** The page that holds the link whose text this is: no honest answer. */
  exclude?: string
}

export interface Collection {
  name: string
  entries: Entry[]
  queries: Query[]
}

interface TestCollection {
  docs: { id: string; title: string; text: string }[]
  queries: Record<string, string>
  qrels: Record<string, Record<string, number>>
}

/** A test collection with judgments: `{docs: [{id, title, text}], queries: {id: text}, qrels: {query: {doc: grade}}}`. */
export function testCollection(folder: string, name: string): Collection {
  const { docs, queries, qrels }: TestCollection = JSON.parse(
    readFileSync(join(folder, `${name}.json`), 'utf8'),
  )
  return {
    name,
    entries: docs.map(({ id, title, text }) => abstract(`/${id}`, title, text)),
    queries: Object.entries(queries).flatMap(([id, query]) => {
      const grades = Object.entries(qrels[id] ?? {})
      if (grades.length === 0) return []
      return [{ text: query, relevant: new Map(grades.map(([doc, grade]) => [`/${doc}`, grade])) }]
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

/**
 * Folders of Markdown, one site each. Its queries are the texts (3 to 12 words) of links between its pages: the
 * linked page is the answer, and the page that holds the link does not count.
 */
export function documentation(folders: readonly string[]): Collection {
  const entries: Entry[] = []
  const queries = new Map<string, Query>()
  for (const [number, folder] of folders.entries()) {
    const site = `/${number}-${basename(folder)}`
    const pages = globSync('**/*.{md,mdx}', { cwd: folder })
      .sort()
      .map((file) => parsePage(relative('.', file), readFileSync(join(folder, file), 'utf8')))
    // Some sites number their files for the order; links leave the number out.
    const route = (path: string) => path.replace(/\/\d+-/g, '/')
    const routes = new Set(pages.map(({ page }) => route(page.path)))
    for (const { page, passages } of pages) {
      const own = route(page.path)
      const path = site + own
      entries.push({
        hash: path,
        page: { ...page, path, file: path },
        passages: passages.map((passage) => ({ ...passage, pagePath: path, id: site + passage.id })),
      })
      for (const { kind, target, text } of page.links) {
        const words = text.split(/\s+/).filter((word) => word !== '').length
        const linked = kind === 'internal' ? resolveRoute(target, own, routes) : undefined
        if (linked === undefined || linked === own || words < 3 || words > 12) continue
        queries.set(`${text.toLowerCase()} ${site}${linked}`, {
          text,
          relevant: new Map([[site + linked, 1]]),
          exclude: path,
        })
      }
    }
  }
  return { name: 'documentation', entries, queries: [...queries.values()] }
}

/** Sites are often served under a prefix (a language) that their folders do not have. */
function resolveRoute(target: string, from: string, routes: ReadonlySet<string>): string | undefined {
  const { pathname } = new URL(target.replace(/\.(?:md|mdx|html)(?=[?#]|$)/, ''), `http://site${from}`)
  const path = pathname.replace(/\/(?:index)?$/, '') || '/'
  return [path, path.replace(/^\/[^/]+/, '') || '/'].find((candidate) => routes.has(candidate))
}

/** The same pages under other paths, until there are so many passages. */
export function enlarged(entries: readonly Entry[], passages: number): Entry[] {
  const large: Entry[] = []
  let count = 0
  for (let copy = 0; count < passages && entries.length > 0; copy++) {
    for (const { page, passages: parts, hash } of entries) {
      const path = `/copy${copy}${page.path}`
      large.push({
        hash,
        page: { ...page, path, file: `${path.slice(1)}.md` },
        passages: parts.map((passage) => ({ ...passage, pagePath: path, id: `/copy${copy}${passage.id}` })),
      })
      count += parts.length
      if (count >= passages) break
    }
  }
  return large
}
