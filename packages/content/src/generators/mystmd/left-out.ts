import { objectOf, textsOf } from '../../basics/records.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { yamlRecord } from '../../located/read-yaml.ts'
import { anyGlob } from '../../patterns/glob.ts'
import { foldersOf } from '../../patterns/ignore-file.ts'
import { documentsOf } from '../parts/table-of-contents.ts'

export interface MystProject {
  /** By a path below the folder of its configuration. */
  isLeftOut(inside: string): boolean
  /** What its table of contents says of a document. */
  defaults(inside: string): Record<string, unknown>
}

/** What mystmd does not build: https://mystmd.org/guide/frontmatter#project-exclude, and what its table of contents leaves out. */
export function mystProject({ texts }: LayoutSource, config: string): MystProject {
  const project = objectOf(yamlRecord(texts.get(config)).project)
  const fits = anyGlob(textsOf(project.exclude))
  const listed = Array.isArray(project.toc) ? documentsOf(project.toc) : undefined
  return {
    isLeftOut: (inside) => [...foldersOf(inside), inside].some(fits) || listed?.isLeftOut(inside) === true,
    defaults: (inside) => (listed?.isHidden(inside) === true ? { unlisted: true } : {}),
  }
}
