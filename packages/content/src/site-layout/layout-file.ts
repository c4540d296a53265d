import { FORMAT_EXTENSIONS } from '../formats/format-name.ts'
import { PAGE_ENDINGS } from '../formats/page-extension.ts'
import { SUMMARY_FILE } from '../formats/summary-page.ts'

const ASCIIDOC = FORMAT_EXTENSIONS.asciidoc.map((extension) => extension.slice(1)).join('|')
const SCRIPT = '[cm]?[jt]s'
const LAYOUT_FILES = new RegExp(
  String.raw`(?:^|\/)(?:${[
    String.raw`(?:[\w-]*-)?antora(?:-[\w-]*)?\.ya?ml|(?:[\w-]*[-_])?nav(?:[-_][\w-]+)?\.(?:${ASCIIDOC})`,
    String.raw`_toc\.ya?ml|_config\.ya?ml|myst\.ya?ml|conf\.py|book\.toml|\.gitbook\.ya?ml|\.mintignore`,
    String.raw`docs\.json|mint\.json|mkdocs\.ya?ml|meta\.json|_meta\.(?:global\.)?(?:json|[jt]sx?)`,
    String.raw`(?:hugo|config)\.(?:toml|ya?ml|json)`,
    String.raw`config\/_default\/(?:languages|module|menus?(?:\.[\w-]+)?)\.(?:toml|ya?ml|json)`,
    String.raw`(?:[\w-]+_)?versions\.json|(?:[\w-]+_)?versioned_sidebars\/[^/]+\.json|_category_\.(?:json|ya?ml)`,
    String.raw`(?:docusaurus|astro|source)\.config\.${SCRIPT}|(?:[\w.-]*[.-])?sidebars?(?:[\w.-]*)\.(?:${SCRIPT}|json)`,
    String.raw`\.vitepress\/(?:(?!(?:theme|cache|dist)\/)[\w.-]+\/)?[\w.-]+\.${SCRIPT}`,
  ].join('|')})$`,
)
/** What a folder says of all of its pages. It counts at any depth: pages that it limits may be anywhere. */
const OF_A_FOLDER = new RegExp(
  String.raw`(?:^|\/)(?:\.meta\.ya?ml|_index(?:\.[\w-]+)?\.(?:${PAGE_ENDINGS}))$`,
  'i',
)
/** A site lies at most so deep in its repository (`apps/docs/docs.json`); folders of pages may be deeper. */
const DEEPEST = 12
const NOT_THE_SITE = /(?:^|\/)(?:node_modules|templates?|examples?|fixtures|__fixtures__|tests?|dist|build)\//

/** True for the few configuration files that tell how a repository becomes a site. */
export function isLayoutFile(path: string): boolean {
  if (OF_A_FOLDER.test(path) && !/(?:^|\/)(?:node_modules|\.[^/]+)\//.test(path)) return true
  return (
    (LAYOUT_FILES.test(path) || SUMMARY_FILE.test(path)) &&
    !NOT_THE_SITE.test(path) &&
    path.split('/').length <= DEEPEST
  )
}

/** The shallowest file that matches, the first by name among equals; undefined when there is none. */
export function shallowest(files: readonly string[], pattern: RegExp): string | undefined {
  const depth = (path: string) => path.split('/').length
  return files
    .filter((path) => pattern.test(path) && !NOT_THE_SITE.test(path) && depth(path) <= 4)
    .sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1))[0]
}

/** The folder of a file; '' at the top. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

export function joinPath(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/')
}

/** The rest of a path below a folder; undefined outside of it. */
export function below(folder: string, path: string): string | undefined {
  if (folder === '') return path
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
}
