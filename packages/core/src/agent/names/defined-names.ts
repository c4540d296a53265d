import type { FoundName } from '@docent/content'
import type { ChangedPage } from './new-names.ts'

const HEADING = /^[ \t]{0,3}#{1,6}[ \t]+(.{1,300})$/gm

/**
 * Tells names that the change defines itself: files of the repository as it is now, by any ending of their paths, and
 * headings of its pages, which a link or a label names.
 */
export function definedHere(
  paths: readonly string[],
  pages: readonly ChangedPage[],
): (name: FoundName) => boolean {
  const files = new Set<string>()
  for (const path of paths) {
    for (let at = 0; at !== -1; at = path.indexOf('/', at) === -1 ? -1 : path.indexOf('/', at) + 1) {
      files.add(path.slice(at))
      // A folder, and the address of a page.
      const dot = path.lastIndexOf('.')
      if (dot > at) files.add(path.slice(at, dot))
    }
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) files.add(path.slice(0, at))
  }
  const headings = new Set(
    pages.flatMap(({ after }) =>
      [...after.matchAll(HEADING)].map(([, text = '']) =>
        text
          .replace(/[`*_#]/g, '')
          .trim()
          .toLowerCase(),
      ),
    ),
  )
  return ({ kind, text, keys }) => {
    if (kind === 'label') return headings.has(text.toLowerCase())
    if (kind !== 'file' && kind !== 'route' && kind !== 'url') return false
    return keys.some((key) => files.has(key.replace(/^\/+|(?<!\/)\/+$/g, '')))
  }
}
