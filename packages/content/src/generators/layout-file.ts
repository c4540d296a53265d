import { NOT_THE_SITE } from '../layout/shallowest.ts'
import { generators, ofGenerators } from './generators.ts'

const files = ofGenerators((all) => new RegExp(all.map((each) => each.files.source).join('|')))
const folderFiles = ofGenerators(
  (all) => new RegExp(all.flatMap((each) => each.folderFiles?.source ?? []).join('|'), 'i'),
)
/** A site lies at most so deep in its repository (`apps/docs/docs.json`); folders of pages may be deeper. */
const DEEPEST = 12

/** True for the few configuration files that say how a repository becomes a site. */
export function isLayoutFile(path: string): boolean {
  // What limits pages counts at any depth.
  if (folderFiles().test(path) && !/(?:^|\/)(?:node_modules|\.[^/]+)\//.test(path)) return true
  return files().test(path) && !NOT_THE_SITE.test(path) && path.split('/').length <= DEEPEST
}

/** Files of a folder that show that a site is built there, and files that its configuration is read with. */
export function configurationNames(): { files: readonly string[]; beside: readonly string[] } {
  const all = generators().flatMap(({ above }) => above ?? [])
  return {
    files: [...new Set(all.flatMap(({ files }) => files))],
    beside: [...new Set(all.flatMap(({ beside = [] }) => beside))],
  }
}

/**
 * Tells the files of a repository that are no pages and that pages may take their text from.
 *
 * @param files all of the repository, posix
 */
export function includableFiles(files: Iterable<string>): (file: string) => boolean {
  const all = [...files]
  const tests = generators().flatMap(({ includable }) => includable?.(all) ?? [])
  return (file) => tests.some((isIncludable) => isIncludable(file))
}
