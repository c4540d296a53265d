/** A format that pages are written in: `markdown`, `aliased-markdown` (in files with an older name), `mdx`, `asciidoc`, `myst`, `rst`, or one that a plugin adds. */
export type FormatName = string

/** The extensions of each format's files, with the dot, in lower case; the usual one first. */
export const FORMAT_EXTENSIONS = {
  markdown: ['.md'],
  'aliased-markdown': ['.markdown', '.mdown', '.mkd', '.mkdn', '.mkdown', '.mdwn'],
  mdx: ['.mdx'],
  asciidoc: ['.adoc', '.asciidoc'],
  myst: ['.md'],
  rst: ['.rst'],
} as const satisfies Readonly<Record<FormatName, readonly string[]>>

const extensions = new Map<FormatName, readonly string[]>(Object.entries(FORMAT_EXTENSIONS))
const all: FormatName[] = ['markdown', 'mdx', 'aliased-markdown', 'asciidoc', 'rst']

/** Formats of a folder that no site generator is known for. */
export const ALL_FORMATS: readonly FormatName[] = all

/** Formats of pages that a site generator for Markdown takes. */
export const MARKDOWN_FORMATS: readonly FormatName[] = ['markdown', 'mdx']

/** Of those that also take Markdown by its older names. */
export const ALL_MARKDOWN_FORMATS: readonly FormatName[] = [...MARKDOWN_FORMATS, 'aliased-markdown']

/** The extensions of a format's files; none for a format that nobody added. */
export function extensionsOf(format: FormatName): readonly string[] {
  return extensions.get(format) ?? []
}

/** The extensions of all formats, each once. */
export function allExtensions(): string[] {
  return [...new Set([...extensions.values()].flat())]
}

/** @param added with the dot, in lower case, the usual one first */
export function addExtensions(format: FormatName, added: readonly string[]): void {
  extensions.set(format, added)
  if (!all.includes(format)) all.push(format)
}
