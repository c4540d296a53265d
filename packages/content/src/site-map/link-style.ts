import type { SiteLayout } from '../site-layout/site-layout.ts'

/** How links between the pages of a site are written, where sites differ. */
export interface LinkStyle {
  /** Relative targets count from the folder of the file. */
  fromFile: boolean
  /** Relative targets count from the address of the page, as a browser does it. */
  fromAddress: boolean
  /** Addresses of pages end in a slash: a relative address counts from the page as if it were a folder. */
  isFolder: boolean
  /** Every address of the host belongs to the documentation: one that no page has is a mistake. */
  ownsHost: boolean
}

const FILES: LinkStyle = { fromFile: true, fromAddress: false, isFolder: false, ownsHost: true }
const BOTH: LinkStyle = { fromFile: true, fromAddress: true, isFolder: true, ownsHost: true }
/** Documentation beside other pages of a larger site. */
const PART: LinkStyle = { fromFile: true, fromAddress: true, isFolder: false, ownsHost: false }

const STYLES: Readonly<Record<string, LinkStyle>> = {
  mintlify: FILES,
  vitepress: FILES,
  mkdocs: BOTH,
  starlight: BOTH,
  docusaurus: PART,
  nextra: PART,
  fumadocs: PART,
  hugo: { ...PART, isFolder: true },
  plain: { ...FILES, ownsHost: false },
  antora: PART,
  sphinx: FILES,
  mystmd: FILES,
  mdbook: PART,
  gitbook: { ...FILES, ownsHost: false },
}

export function linkStyle({ name }: Pick<SiteLayout, 'name'>): LinkStyle {
  return STYLES[name] ?? PART
}
