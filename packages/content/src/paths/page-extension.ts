import { addExtensions, allExtensions, extensionsOf, type FormatName } from './format-name.ts'

/** The endings of page files as a part of a regular expression: `md|mdx`. Longer ones stand first. */
export function pageEndings(): string {
  const names = allExtensions().map((extension) => extension.slice(1))
  return names.sort((one, other) => other.length - one.length).join('|')
}

/** Of the address under which a rendered page is there as Markdown, whatever its own format is. */
export const MARKDOWN_EXTENSION = '.md'

let { page, address } = expressions()

function expressions() {
  const endings = pageEndings()
  return {
    page: new RegExp(`\\.(?:${endings})$`, 'i'),
    address: new RegExp(`\\.(?:${endings}|html?)$`, 'i'),
  }
}

/** @param extensions with the dot, in lower case, the usual one first */
export function addPageExtensions(format: FormatName, extensions: readonly string[]): void {
  addExtensions(format, extensions)
  const known = expressions()
  page = known.page
  address = known.address
}

/** The extension of a page's file as it is written, with its dot; '' for another file. */
export function pageExtension(path: string): string {
  return page.exec(path)?.[0] ?? ''
}

export function withoutPageExtension(path: string): string {
  return path.replace(page, '')
}

/** As `pageExtension`, and also of pages as a site serves them: `.html`. */
export function addressExtension(path: string): string {
  return address.exec(path)?.[0] ?? ''
}

export function withoutAddressExtension(path: string): string {
  return path.replace(address, '')
}

/** The files that a page may have whose name has no extension, in the order of the formats. */
export function pageFileNames(stem: string, ...formats: readonly FormatName[]): string[] {
  return formats.flatMap((format) => extensionsOf(format).map((extension) => stem + extension))
}
