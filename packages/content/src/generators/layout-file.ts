import { NOT_THE_SITE } from '../layout/shallowest.ts'
import { GENERATORS } from './generators.ts'

const FILES = new RegExp(GENERATORS.map(({ files }) => files.source).join('|'))
const FOLDER_FILES = new RegExp(
  GENERATORS.flatMap(({ folderFiles }) => folderFiles?.source ?? []).join('|'),
  'i',
)
/** A site lies at most so deep in its repository (`apps/docs/docs.json`); folders of pages may be deeper. */
const DEEPEST = 12

/** True for the few configuration files that tell how a repository becomes a site. */
export function isLayoutFile(path: string): boolean {
  // What limits pages counts at any depth.
  if (FOLDER_FILES.test(path) && !/(?:^|\/)(?:node_modules|\.[^/]+)\//.test(path)) return true
  return FILES.test(path) && !NOT_THE_SITE.test(path) && path.split('/').length <= DEEPEST
}

/**
 * Tells the files of a repository that are no pages and that pages may take their text from.
 *
 * @param files all of the repository, posix
 */
export function includableFiles(files: Iterable<string>): (file: string) => boolean {
  const all = [...files]
  const tests = GENERATORS.flatMap(({ includable }) => includable?.(all) ?? [])
  return (file) => tests.some((isIncludable) => isIncludable(file))
}
