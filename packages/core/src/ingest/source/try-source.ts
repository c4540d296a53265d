import { defined, detectLayout, isInFormats, isLayoutFile, type SiteLayout } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { Project } from '../../domain/project.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { type DocsSource, RegisteredDocsSources, type SourceSnapshot } from '../../ports/docs-source.ts'
import { GitHosts } from '../../projects/git-hosts.ts'
import { sourceOf } from './project-source.ts'
import { type SiteAbove, siteAbove } from './site-above.ts'

/** What reading a documentation source once showed. */
export interface SourceTrial {
  revision: string
  /** Generator of the site, such as `docusaurus`; `plain` when none is recognized. */
  layout: string
  /** Where none is recognized: the site whose configuration is further up in the repository. */
  siteAbove?: SiteAbove
  pages: number
  /** A few of them, as a person knows them. */
  examples: string[]
  ms: number
}

const EXAMPLES = 5

/** Reads a source once without keeping anything, so that a wrong address or a missing permission shows at once. */
@injectable()
export class TrySource {
  constructor(
    @inject(RegisteredDocsSources) private readonly sources: readonly DocsSource[],
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws DocentError whatever the source and the git host throw, `configuration` when no source fits. */
  async try(project: Project, options: CallOptions = {}): Promise<SourceTrial> {
    const began = this.clock.now()
    const source = sourceOf(project, this.sources)
    const snapshot = await source.list(project, {
      ...options,
      remote: async (request) => this.hosts.readRemote(project, request),
    })
    if (snapshot === undefined)
      return { revision: '', layout: 'plain', pages: 0, examples: [], ms: this.clock.now() - began }
    try {
      const layout = await layoutOf(snapshot, options)
      const pages = pagesOf(layout, snapshot)
      const above = layout.name === 'plain' ? await siteAbove(source, project, snapshot, options) : undefined
      return {
        revision: snapshot.revision,
        layout: layout.name,
        ...defined({ siteAbove: above }),
        pages: pages.length,
        examples: pages.slice(0, EXAMPLES),
        ms: this.clock.now() - began,
      }
    } finally {
      await snapshot.close()
    }
  }
}

/** Paths of the pages that are indexed, as far as it can be told without reading them. */
function pagesOf(layout: SiteLayout, { files }: SourceSnapshot): string[] {
  const listed = new Set(layout.navigation.pages.map(({ path }) => path))
  return files
    .map(({ path }) => path)
    .filter((path) => isInFormats(path, layout.formats) && layout.isPage(path))
    .filter((path) => !layout.navigationIsComplete || listed.has(layout.pagePath(path)))
}

async function layoutOf({ files }: SourceSnapshot, options: CallOptions): Promise<SiteLayout> {
  const texts = new Map<string, string>()
  for (const file of files.filter(({ path }) => isLayoutFile(path)))
    texts.set(file.path, new TextDecoder().decode(await file.read(options)))
  return detectLayout({ files: files.map(({ path }) => path), texts })
}
