import type { LayoutSource, SiteLayout } from './layout/site-layout.ts'
import { below, folderOf } from './paths/folder.ts'
import { detectLayout, type FolderAbove, seenFromAbove } from './site.ts'
import { SiteMap } from './site-map/site-map.ts'
import { readNavigation } from './site-navigation/read-navigation.ts'

/** By what a site is recognized, for people. Paths begin at the documentation folder, with `../` outside of it. */
export interface SiteOrigin {
  /** The file that is enough to recognize its generator; absent where several or none are. */
  configuration?: string
  /** Files that name pages of the navigation; empty where folders and pages make it. */
  navigation: string[]
  /** True when parts of the navigation are known only to a build. */
  isComputed: boolean
  /** The nearest site whose configuration is further up, and which of the folders above it is in. */
  above?: { at: number; layout: string }
}

/** Files of the same name are tried once, and so many names at most: each costs as much as to recognize the site. */
const MOST_TRIED = 40

export function siteOrigin(source: LayoutSource, above: readonly FolderAbove[]): SiteOrigin {
  const own = detectLayout(source)
  if (own.name !== 'plain') return originOf(own, source)
  for (const [at, folder] of above.entries()) {
    const whole = seenFromAbove(source, folder)
    const layout = detectLayout(whole)
    if (layout.name === 'plain') continue
    const up = '../'.repeat(folder.inside.split('/').length)
    const seen = (file: string) => below(folder.inside, file) ?? up + file
    const { configuration, navigation, isComputed } = originOf(layout, whole)
    return {
      ...(configuration !== undefined && { configuration: seen(configuration) }),
      navigation: navigation.map(seen),
      isComputed,
      above: { at, layout: layout.name },
    }
  }
  return { navigation: [], isComputed: false }
}

function originOf(layout: SiteLayout, source: LayoutSource): SiteOrigin {
  const files = new Set(source.files)
  const { references, computed } = readNavigation(new SiteMap({ layout, files }, files), source.texts)
  const named = references.filter(({ page, isRedirect }) => page !== undefined && !isRedirect)
  const configuration = decidingFile(source, layout)
  return {
    ...(configuration !== undefined && { configuration }),
    navigation: [...new Set(named.map(({ file }) => file))].sort(),
    isComputed: computed.length > 0,
  }
}

/** The shallowest file of the configuration that makes the same site without the others. */
function decidingFile({ files, texts }: LayoutSource, { name, root }: SiteLayout): string | undefined {
  const rest = files.filter((file) => !texts.has(file))
  const depth = (path: string) => path.split('/').length
  const byName = new Map<string, string>()
  // Of several sites, the one that the pages belong to.
  const isAround = (path: string) => folderOf(path) === root || below(folderOf(path), root) !== undefined
  const order = (one: string, other: string) =>
    depth(other) - depth(one) || Number(isAround(one)) - Number(isAround(other))
  for (const path of [...texts.keys()].sort(order)) byName.set(path.slice(path.lastIndexOf('/') + 1), path)
  return [...byName.values()]
    .sort((one, other) => depth(one) - depth(other))
    .slice(0, MOST_TRIED)
    .find((path) => {
      const alone = new Map([[path, texts.get(path) ?? '']])
      return detectLayout({ files: [...rest, path], texts: alone }).name === name
    })
}
