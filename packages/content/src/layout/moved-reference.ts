import type { ReferenceKind } from '../formats/page/source-format.ts'
import type { SitePages } from './site-pages.ts'

export interface MovedReference {
  /** The site after the move, or one whose files stand as they do after it. */
  map: SitePages
  /** The file with the reference, and the file that it must mean: paths of the repository. */
  home: string
  to: string
  /** As it was written, without an anchor. */
  written: string
  as: ReferenceKind
}

/** The ways to name a file in a site with references of its own kind, in the style that was written first. */
export function referencePaths({ map, home, to, written, as }: MovedReference): string[] {
  return map.references?.write({ home: map.inLayout(home), to: map.inLayout(to), written, as }) ?? []
}

/** The first way that means a file which may not exist yet; undefined where none does. */
export function movedPath(moved: MovedReference): string | undefined {
  const { map, home, to, as } = moved
  return referencePaths(moved).find((written) => {
    const found = map.references?.find(map.inLayout(home), written, as)
    return found !== undefined && found !== 'elsewhere' && map.inRepository(found.file) === to
  })
}
