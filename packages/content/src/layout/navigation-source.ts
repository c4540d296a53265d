import type { LocatedValue } from '../located/located-value.ts'
import { readLocated } from '../located/read-data.ts'
import type { Texts } from '../located/read-script.ts'
import { shallowest } from './shallowest.ts'
import type { SitePages } from './site-pages.ts'

/** What the navigation of a site is read from. Paths are the repository's. */
export interface NavigationSource {
  map: SitePages
  /** Of the files that `isLayoutFile` names. */
  texts: Texts
  /** The configuration file with a name, the shallowest one. */
  config(pattern: RegExp): string | undefined
  /** Undefined for no file, and for one that can't be read. */
  read(file: string | undefined): LocatedValue | undefined
}

export function navigationSource(map: SitePages, texts: Texts): NavigationSource {
  const files = [...texts.keys()]
  return {
    map,
    texts,
    config: (pattern) => shallowest(files, pattern, map.pages),
    read: (file) => (file === undefined ? undefined : readLocated(file, texts.get(file) ?? '', texts)),
  }
}
