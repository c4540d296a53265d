import { isDocumentationFile } from '@docent/content'
import type { CallOptions } from '@docent/core/plugin'
import type { CatFile } from '@docent/git'
import { isHidden } from './choose-files.ts'
import type { SizedEntry } from './parse-sized-listing.ts'

const LONGEST_TARGET = 1_000
const MOST_LINKS = 1_000

/**
 * The entries with pages in the place of symbolic links that lead to one, such as `docs/index.md` to `../README.md`. A link
 * that leads out of the listed folder, to what is hidden, or to another link stays what it is.
 */
export async function withLinkedPages(
  entries: readonly SizedEntry[],
  objects: CatFile,
  { signal }: CallOptions,
): Promise<SizedEntry[]> {
  const links = entries
    .filter(
      ({ kind, path, size }) => kind === 'symlink' && isDocumentationFile(path) && size <= LONGEST_TARGET,
    )
    .slice(0, MOST_LINKS)
  if (links.length === 0) return [...entries]
  const pages = new Map(
    entries
      .filter(({ kind, path, isExact }) => kind === 'file' && isExact && isDocumentationFile(path))
      .map((entry) => [entry.path, entry]),
  )
  const meant = new Map<string, SizedEntry>()
  for (const { path, id } of links) {
    const object = await objects.contents(id, signal)
    const target = object && resolved(path, new TextDecoder().decode(object.content))
    const page = target === undefined ? undefined : pages.get(target)
    if (page !== undefined) meant.set(path, { ...page, path })
  }
  return entries.map((entry) => meant.get(entry.path) ?? entry)
}

/** Where a link leads; undefined for outside of the folder, and for what is hidden. */
function resolved(link: string, target: string): string | undefined {
  if (target.startsWith('/')) return undefined
  const segments = link.split('/').slice(0, -1)
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  return segments.some(isHidden) ? undefined : segments.join('/')
}
