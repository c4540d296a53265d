import { generators } from './generators/generators.ts'
import { layoutWithin } from './layout/layout-within.ts'
import { plainLayout } from './layout/plain.ts'
import type { LayoutSource, SiteLayout } from './layout/site-layout.ts'
import { joinPath } from './paths/folder.ts'

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
  for (const generator of generators()) {
    const found = generator.layout(source)
    if (found !== undefined) return found
  }
  return plainLayout(source)
}

/** What stands in a folder above the documentation: the texts that may say how it becomes a site. */
export interface FolderAbove {
  /** Path of the documentation folder from there. */
  readonly inside: string
  /** By path in the folder above. */
  readonly texts: ReadonlyMap<string, string>
}

/**
 * The layout of a documentation folder whose site may have its configuration further up: by its own files, and where
 * they say nothing by those of the nearest folder above that makes a site of it.
 */
export function detectLayoutWithin(source: LayoutSource, above: readonly FolderAbove[]): SiteLayout {
  const own = detectLayout(source)
  if (own.name !== 'plain') return own
  for (const folder of above) {
    const within = layoutWithin(detectLayout(seenFromAbove(source, folder)), folder.inside)
    if (within !== undefined && source.files.some((file) => within.isPage(file))) return within
  }
  return own
}

/** A documentation folder and what stands above it, as the folder above sees them. */
export function seenFromAbove(source: LayoutSource, { inside, texts }: FolderAbove): LayoutSource {
  const files = source.files.map((file) => joinPath(inside, file))
  const own = [...source.texts].map(([path, text]): [string, string] => [joinPath(inside, path), text])
  return { files: [...texts.keys(), ...files], texts: new Map([...texts, ...own]) }
}
