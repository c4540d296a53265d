import type { Generator } from '../layout/generator.ts'
import { antora } from './antora/antora.ts'
import { docsify } from './docsify/docsify.ts'
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
import { nuxtContent } from './nuxt-content/nuxt-content.ts'
import { sphinx } from './sphinx/sphinx.ts'
import { starlight } from './starlight/starlight.ts'
import { vitepress } from './vitepress/vitepress.ts'

/** The generators that Docent knows; this list alone names them. Those with a file that nothing else has come first. */
const OWN: readonly Generator[] = [
  mintlify,
  docusaurus,
  vitepress,
  antora,
  mkdocs,
  hugo,
  fumadocs,
  nextra,
  starlight,
  nuxtContent,
  sphinx,
  mystmd,
  mdbook,
  docsify,
  gitbook,
  jekyll,
]
let all = OWN

/** Those of plugins first: they know the sites that they are for. */
export function generators(): readonly Generator[] {
  return all
}

/**
 * Adds a generator for the whole process: each thread that reads pages does the same.
 *
 * @throws Error for a name that another generator has
 */
export function addGenerator(generator: Generator): void {
  if (all.includes(generator)) return
  if (all.some(({ name }) => name === generator.name))
    throw new Error(`Two site generators have the name "${generator.name}".`)
  all = [generator, ...all]
}

/** What is made of all generators, and made again after one is added. */
export function ofGenerators<Value>(make: (all: readonly Generator[]) => Value): () => Value {
  let known: { from: readonly Generator[]; value: Value } | undefined
  return () => {
    if (known?.from !== all) known = { from: all, value: make(all) }
    return known.value
  }
}
