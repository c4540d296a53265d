import { extensionsOf, type FormatName, MARKDOWN_FORMATS } from './format-name.ts'
import { pageFileNames } from './page-extension.ts'

/** `index` also as the front page of a repository and as the section of a site generator. */
const NAMES: readonly (readonly [string, FormatName])[] = [
  ['index', 'markdown'],
  ['index', 'mdx'],
  ['README', 'markdown'],
  ['_index', 'markdown'],
  ['README', 'mdx'],
  ['_index', 'mdx'],
  ['index', 'aliased-markdown'],
  ['README', 'aliased-markdown'],
]

/** The files that may be the index page of a folder, the likeliest first. */
export function indexFileNames(folder: string): string[] {
  const inside = folder === '' ? '' : `${folder}/`
  return NAMES.flatMap(([name, format]) => extensionsOf(format).map((extension) => inside + name + extension))
}

/** The files that a page or a section may have that is named by its path. */
export function sectionFileNames(stem: string): string[] {
  const [first = 'markdown', ...others] = MARKDOWN_FORMATS
  return [
    ...pageFileNames(stem, first),
    ...pageFileNames(`${stem}/_index`, first),
    ...pageFileNames(`${stem}/index`, first),
    ...pageFileNames(stem, ...others),
  ]
}
