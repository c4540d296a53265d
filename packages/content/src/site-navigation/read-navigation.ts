import { docusaurusNavigation } from '../generators/docusaurus/edited-navigation.ts'
import type { Texts } from '../located/read-script.ts'
import type { LayoutName } from '../site-layout/site-layout.ts'
import type { SiteMap } from '../site-map/site-map.ts'
import { antoraNavigation } from './generators/antora-navigation.ts'
import { documentNavigation } from './generators/document-navigation.ts'
import { fumadocsNavigation } from './generators/fumadocs-navigation.ts'
import { hugoNavigation } from './generators/hugo-navigation.ts'
import { mintlifyNavigation } from './generators/mintlify-navigation.ts'
import { mkdocsNavigation } from './generators/mkdocs-navigation.ts'
import { nextraNavigation } from './generators/nextra-navigation.ts'
import { starlightNavigation } from './generators/starlight-navigation.ts'
import { gitbookNavigation, mdbookNavigation } from './generators/summary-navigation.ts'
import { vitepressNavigation } from './generators/vitepress-navigation.ts'
import type { SiteNavigation } from './navigation-reference.ts'
import { type NavigationSource, navigationSource } from './navigation-source.ts'

const READERS: Readonly<Record<LayoutName, (source: NavigationSource) => SiteNavigation>> = {
  antora: antoraNavigation,
  docusaurus: docusaurusNavigation,
  mystmd: documentNavigation,
  sphinx: documentNavigation,
  fumadocs: fumadocsNavigation,
  hugo: hugoNavigation,
  mintlify: mintlifyNavigation,
  mkdocs: mkdocsNavigation,
  mdbook: mdbookNavigation,
  gitbook: gitbookNavigation,
  nextra: nextraNavigation,
  plain: () => ({ references: [], computed: [] }),
  starlight: starlightNavigation,
  vitepress: vitepressNavigation,
}

/**
 * Every place in the configuration files of a site that leads to a page, and the parts that only a build knows. A place
 * that several parts of the navigation use counts once.
 *
 * @param texts of the files that `isLayoutFile` names, by path in the repository
 */
export function readNavigation(map: SiteMap, texts: Texts): SiteNavigation {
  const { references, computed } = READERS[map.layout.name](navigationSource(map, texts))
  const places = new Map(references.map((each) => [`${each.file}:${each.start}`, each]))
  const parts = new Map(computed.map((each) => [`${each.file}:${each.start}`, each]))
  return { references: [...places.values()], computed: [...parts.values()] }
}
