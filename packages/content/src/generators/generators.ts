import type { Generator } from '../layout/generator.ts'
import { antora } from './antora/antora.ts'
import { docusaurus } from './docusaurus/docusaurus.ts'
import { fumadocs } from './fumadocs/fumadocs.ts'
import { gitbook } from './gitbook/gitbook.ts'
import { hugo } from './hugo/hugo.ts'
import { jekyll } from './jekyll/jekyll.ts'
import { mdbook } from './mdbook/mdbook.ts'
import { mintlify } from './mintlify/mintlify.ts'
import { mkdocs } from './mkdocs/mkdocs.ts'
import { mystmd } from './mystmd/mystmd.ts'
import { nextra } from './nextra/nextra.ts'
import { sphinx } from './sphinx/sphinx.ts'
import { starlight } from './starlight/starlight.ts'
import { vitepress } from './vitepress/vitepress.ts'

/** Every generator; this list alone names them. Those with a file that nothing else has come first. */
export const GENERATORS: readonly Generator[] = [
  mintlify,
  docusaurus,
  vitepress,
  antora,
  mkdocs,
  hugo,
  fumadocs,
  nextra,
  starlight,
  sphinx,
  mystmd,
  mdbook,
  gitbook,
  jekyll,
]
