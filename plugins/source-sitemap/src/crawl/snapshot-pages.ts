import { createHash } from 'node:crypto'
import type { CrawlState, PageEntry } from './crawl-state.ts'

export interface SnapshotPages {
  revision: string
  /** Sorted by file, each file once. */
  files: { path: string; hash: string }[]
}

/** The pages of a site as one revision: copies of other pages are left out, and so is what is no page. */
export function snapshotPages({ pages }: CrawlState): SnapshotPages {
  const included = Object.entries(pages)
    .filter((entry): entry is [string, PageEntry & { hash: string }] => isIncluded(entry[1]))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const keys = new Set(included.map(([key]) => key))
  const files = new Map<string, string>()
  for (const [, { file, hash, canonical }] of included) {
    const isCopy = canonical !== undefined && keys.has(canonical)
    // Of pages that all name one which the site does not list, the first stands for it.
    if (!isCopy && !files.has(file)) files.set(file, hash)
  }
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1))
  const revision = createHash('sha256')
  for (const [path, hash] of sorted) revision.update(`${path}\0${hash}\n`)
  return {
    revision: revision.digest('hex').slice(0, 40),
    files: sorted.map(([path, hash]) => ({ path, hash })),
  }
}

function isIncluded({ hash, excluded }: PageEntry): boolean {
  return hash !== undefined && excluded === undefined
}
