import { pageExtension } from './page-extension.ts'

/** Formats that git hosts and some generators render. */
export const OTHER_MARKUP: readonly string[] = [
  ...['.rst', '.rest', '.org', '.textile', '.mediawiki', '.creole', '.rdoc', '.pod'],
]
export const RESTRUCTURED_TEXT: readonly string[] = ['.rst']
export const NOTEBOOKS: readonly string[] = ['.ipynb']
const OF_SOME_GENERATORS = ['.tex', '.pandoc', '.pdc', '.mdoc', '.txt']
const UNREAD = new Set([...OTHER_MARKUP, ...NOTEBOOKS, ...OF_SOME_GENERATORS])

/** True for a document in a format that Docent does not read; whether a site publishes it is for its layout to say. */
export function isUnreadDocument(path: string): boolean {
  return UNREAD.has(extensionOf(path)) && pageExtension(path) === ''
}

/** In lower case, with its dot; '' for a name without one. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot).toLowerCase()
}
