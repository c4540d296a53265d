import { below } from '../paths/folder.ts'
import { isDocumentationFile } from '../paths/page-path.ts'

/** Folders whose files configure no site. */
export const NOT_THE_SITE =
  /(?:^|\/)(?:node_modules|templates?|examples?|fixtures|__fixtures__|tests?|dist|build)\//

/**
 * The shallowest file that matches; among equals the one with the most pages beside and below it, then the first by
 * name; undefined when there is none. What a hidden folder holds is as deep as the folder: `.vitepress/config/index.ts`.
 *
 * @param all files with the pages; default: `files`
 */
export function shallowest(
  files: readonly string[],
  pattern: RegExp,
  all: Iterable<string> = files,
): string | undefined {
  const depth = (path: string) => {
    const parts = path.split('/')
    const hidden = parts.findIndex((part) => part.startsWith('.'))
    return hidden < 0 ? parts.length : hidden + 1
  }
  const found = files.filter((path) => pattern.test(path) && !NOT_THE_SITE.test(path) && depth(path) <= 4)
  const least = Math.min(...found.map(depth))
  const equals = found.filter((path) => depth(path) === least).sort()
  if (equals.length < 2) return equals[0]
  const documents = [...all].filter(isDocumentationFile)
  const pages = new Map(equals.map((path) => [path, pagesBelow(folderOfSite(path), documents)]))
  return equals.reduce((best, each) => ((pages.get(each) ?? 0) > (pages.get(best) ?? 0) ? each : best))
}

/** Without what is hidden: `docs` of `docs/.vitepress/config.ts`. */
function folderOfSite(path: string): string {
  const folders = path.split('/').slice(0, -1)
  const hidden = folders.findIndex((folder) => folder.startsWith('.'))
  return folders.slice(0, hidden < 0 ? undefined : hidden).join('/')
}

function pagesBelow(folder: string, documents: readonly string[]): number {
  return documents.filter((file) => below(folder, file) !== undefined).length
}
