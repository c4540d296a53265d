/** Formats that pages are written in. */
export type FormatName = 'markdown' | 'mdx'

/** The extensions of each format's files, with the dot, in lower case; the usual one first. */
export const FORMAT_EXTENSIONS: Readonly<Record<FormatName, readonly string[]>> = {
  markdown: ['.md'],
  mdx: ['.mdx'],
}

/** Formats of pages that a site generator for Markdown takes. */
export const MARKDOWN_FORMATS: readonly FormatName[] = ['markdown', 'mdx']
