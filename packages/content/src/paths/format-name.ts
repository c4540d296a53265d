/** Formats that pages are written in. */
export type FormatName = 'markdown' | 'mdx' | 'asciidoc' | 'myst'

/** The extensions of each format's files, with the dot, in lower case; the usual one first. */
export const FORMAT_EXTENSIONS: Readonly<Record<FormatName, readonly string[]>> = {
  markdown: ['.md'],
  mdx: ['.mdx'],
  asciidoc: ['.adoc', '.asciidoc'],
  myst: ['.md'],
}

/** Formats of a folder that no site generator is known for. */
export const ALL_FORMATS: readonly FormatName[] = ['markdown', 'mdx', 'asciidoc']

/** Formats of pages that a site generator for Markdown takes. */
export const MARKDOWN_FORMATS: readonly FormatName[] = ['markdown', 'mdx']
