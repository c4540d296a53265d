import { FORMAT_EXTENSIONS, type FormatName } from './format-name.ts'

const ENDINGS = Object.values(FORMAT_EXTENSIONS)
  .flat()
  .map((extension) => extension.slice(1))

/** The endings of page files as a part of a regular expression: `md|mdx`. Longer ones stand first. */
export const PAGE_ENDINGS = [...new Set(ENDINGS)].sort((one, other) => other.length - one.length).join('|')

/** Of the address under which a rendered page is there as Markdown, whatever its own format is. */
export const MARKDOWN_EXTENSION = '.md'

const PAGE = new RegExp(`\\.(?:${PAGE_ENDINGS})$`, 'i')
const ADDRESS = new RegExp(`\\.(?:${PAGE_ENDINGS}|html?)$`, 'i')

/** The extension of a page's file as it is written, with its dot; '' for another file. */
export function pageExtension(path: string): string {
  return PAGE.exec(path)?.[0] ?? ''
}

export function withoutPageExtension(path: string): string {
  return path.replace(PAGE, '')
}

/** As `pageExtension`, and also of pages as a site serves them: `.html`. */
export function addressExtension(path: string): string {
  return ADDRESS.exec(path)?.[0] ?? ''
}

export function withoutAddressExtension(path: string): string {
  return path.replace(ADDRESS, '')
}

/** The files that a page may have whose name has no extension, in the order of the formats. */
export function pageFileNames(stem: string, ...formats: readonly FormatName[]): string[] {
  return formats.flatMap((format) => FORMAT_EXTENSIONS[format].map((extension) => stem + extension))
}
