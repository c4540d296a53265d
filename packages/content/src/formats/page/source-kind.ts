import { pageExtension } from '../../paths/page-extension.ts'

/** How the text of a file is read for what it makes a build or a browser do. */
export type SourceKind = 'mdx' | 'markdown' | 'asciidoc' | 'text' | 'markup' | 'style' | 'notebook' | 'data'

const KINDS: readonly (readonly [SourceKind, RegExp])[] = [
  ['mdx', /\.mdx$/i],
  ['markdown', /\.(?:md|markdown|mdown|mkdn?|mdwn|mdc|mdoc|markdoc|qmd|rmd)$/i],
  ['text', /\.(?:rst|rest|txt|text|org|textile|wiki|mediawiki|creole|pod|rdoc)$/i],
  ['markup', /\.(?:html?|xhtml|svg|xml|xsd|dita|ditamap|webmanifest)$/i],
  ['style', /\.css$/i],
  ['notebook', /\.ipynb$/i],
  ['data', /\.(?:json[c5l]?|ndjson|geojson|ya?ml|toml|csv|tsv|pages)$/i],
]

/** Undefined for what is no text of a documentation. */
export function sourceKindOf(file: string): SourceKind | undefined {
  const found = KINDS.find(([, pattern]) => pattern.test(file))?.[0]
  return found ?? (pageExtension(file) === '' ? undefined : 'asciidoc')
}
