import type { Page } from '@docent/content'
import type { SiteOutline } from '@docent/core'
import type { CallOptions, Project } from '@docent/core/plugin'

/** What is read to show a site: the index of a project, or a branch of it. */
export interface SiteContents {
  readonly project: Project
  /** Path of the site on this server, such as `/site/handbook`, without a trailing slash. */
  readonly base: string
  readonly outline: SiteOutline
  page(path: string, options: CallOptions): Promise<Page | undefined>
  /** @param path repository-relative */
  file(
    path: string,
    maxBytes: number,
    options: CallOptions & { revision?: string },
  ): Promise<Uint8Array | undefined>
  /** Of a branch. */
  readonly preview?: {
    branch: string
    /** Paths of pages that the branch changes or adds. */
    changed: ReadonlySet<string>
    before: SiteContents
  }
}
