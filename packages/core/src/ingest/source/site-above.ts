import { detectLayout } from '@docent/content'
import type { Project } from '../../domain/project.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { DocsSource, SourceSnapshot } from '../../ports/docs-source.ts'

/** A site whose configuration is in a folder above the documentation of a project. */
export interface SiteAbove {
  /** From the root of the repository; '' is the root. */
  folder: string
  /** Generator of the site. */
  layout: string
}

/** One of them is in the folder of each site. */
const CONFIGURATIONS =
  `docs.json mint.json book.toml .gitbook.yaml SUMMARY.md mkdocs.yml mkdocs.yaml antora.yml conf.py myst.yml hugo.toml hugo.yaml
  docusaurus.config.ts docusaurus.config.js docusaurus.config.mjs astro.config.mjs astro.config.ts source.config.ts
  .vitepress/config.ts .vitepress/config.mts .vitepress/config.js .vitepress/config.mjs`.split(/\s+/)
const MOST_BYTES = 256 * 1024

/**
 * Looks for the configuration of a site above a folder that has none, the nearest first: without it pages have other
 * addresses than on the site, and no order. Undefined where there is none, and for a source that reads no single files.
 */
export async function siteAbove(
  source: DocsSource,
  project: Project,
  { files, revision }: Pick<SourceSnapshot, 'files' | 'revision'>,
  options: CallOptions,
): Promise<SiteAbove | undefined> {
  const parts = project.docsPath.split('/').filter((part) => part !== '')
  const pages = files.map(({ path }) => path)
  for (let depth = parts.length - 1; depth >= 0; depth--) {
    const folder = parts.slice(0, depth).join('/')
    const below = parts.slice(depth).join('/')
    const texts = new Map<string, string>()
    for (const name of CONFIGURATIONS) {
      const path = folder === '' ? name : `${folder}/${name}`
      const found = await source.readFile?.(project, { revision, path, maxBytes: MOST_BYTES }, options)
      if (found !== undefined) texts.set(name, new TextDecoder().decode(found))
    }
    if (texts.size === 0) continue
    const { name } = detectLayout({
      files: [...texts.keys(), ...pages.map((path) => `${below}/${path}`)],
      texts,
    })
    if (name !== 'plain') return { folder, layout: name }
  }
  return undefined
}
