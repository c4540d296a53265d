/** Folders whose files configure no site. */
export const NOT_THE_SITE =
  /(?:^|\/)(?:node_modules|templates?|examples?|fixtures|__fixtures__|tests?|dist|build)\//

/**
 * The shallowest file that matches, the first by name among equals; undefined when there is none. What a hidden folder
 * holds is as deep as the folder: `.vitepress/config/index.ts`.
 */
export function shallowest(files: readonly string[], pattern: RegExp): string | undefined {
  const depth = (path: string) => {
    const parts = path.split('/')
    const hidden = parts.findIndex((part) => part.startsWith('.'))
    return hidden < 0 ? parts.length : hidden + 1
  }
  return files
    .filter((path) => pattern.test(path) && !NOT_THE_SITE.test(path) && depth(path) <= 4)
    .sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1))[0]
}
