import { docusaurusLayout } from '../generators/docusaurus/docusaurus-layout.ts'
import { jekyllLayout } from '../generators/jekyll/jekyll-layout.ts'
import { antoraLayout } from './antora/antora.ts'
import { fumadocsLayout } from './fumadocs.ts'
import { hugoLayout } from './hugo/hugo.ts'
import { mintlifyLayout } from './mintlify/mintlify.ts'
import { mkdocsLayout } from './mkdocs.ts'
import { nextraLayout } from './nextra.ts'
import { plainLayout } from './plain.ts'
import type { LayoutSource, SiteLayout } from './site-layout.ts'
import { mystmdLayout, sphinxLayout } from './sphinx.ts'
import { starlightLayout } from './starlight.ts'
import { gitbookLayout } from './summary/gitbook.ts'
import { mdbookLayout } from './summary/mdbook.ts'
import { vitepressLayout } from './vitepress.ts'

/** Those with a file that nothing else has come first. */
const LAYOUTS = [
  mintlifyLayout,
  docusaurusLayout,
  vitepressLayout,
  antoraLayout,
  mkdocsLayout,
  hugoLayout,
  fumadocsLayout,
  nextraLayout,
  starlightLayout,
  sphinxLayout,
  mystmdLayout,
  mdbookLayout,
  gitbookLayout,
  jekyllLayout,
]

/**
 * Recognises how a repository becomes a site, by its files alone. Nothing is run: configuration that is code is read as
 * far as it is literal.
 *
 * @example
 * const files = await list()
 * const texts = new Map(await Promise.all(files.filter(isLayoutFile).map(async (path) => [path, await read(path)])))
 * const layout = detectLayout({ files, texts })
 * layout.pagePath('docs/guides/index.md') // '/guides' with VitePress, '/docs/guides' with Docusaurus
 */
export function detectLayout(source: LayoutSource): SiteLayout {
  for (const layout of LAYOUTS) {
    const found = layout(source)
    if (found !== undefined) return found
  }
  return plainLayout(source)
}
