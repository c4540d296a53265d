import {
  defined,
  detectLayout,
  detectLayoutWithin,
  isInFormats,
  isLayoutFile,
  namedSettings,
  type SiteLayout,
} from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { RepositoryAccess } from '../access/repository-access.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { type DocsSource, RegisteredDocsSources, type SourceSnapshot } from '../ports/docs-source.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { type EmptyRevision, noPages } from './problems/no-pages.ts'
import { type ConfigurationAbove, configurationAbove } from './source/configuration-above.ts'
import { sourceOf } from './source/project-source.ts'

/** What reading a documentation source once showed. */
export interface SourceTrial {
  revision: string
  /** Generator of the site, such as `docusaurus`; `plain` when none is recognized. */
  layout: string
  /** The site whose configuration is further up in the repository. Its layout is used unless `layout` is `plain`. */
  siteAbove?: SiteAbove
  pages: number
  /** Why there is no page, and which folder has pages. */
  problem?: string
  /** A few of them, as a person knows them. */
  examples: string[]
  ms: number
}

/** A site whose configuration is in a folder above the documentation of a project. */
export interface SiteAbove {
  /** From the root of the repository; '' is the root. */
  folder: string
  /** Generator of the site. */
  layout: string
}

const EXAMPLES = 5

/** Reads a source once without keeping anything, so that a wrong address or a missing permission shows at once. */
@injectable()
export class TrySource {
  constructor(
    @inject(RegisteredDocsSources) private readonly sources: readonly DocsSource[],
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(Clock) private readonly clock: Clock,
    @inject(RepositoryAccess) private readonly access: RepositoryAccess,
  ) {}

  /** @throws DocentError whatever the source and the git host throw, `configuration` when no source fits, `forbidden`. */
  async try(project: Project, options: CallOptions = {}): Promise<SourceTrial> {
    const began = this.clock.now()
    await this.access.assertProject(project, options)
    const source = sourceOf(project, this.sources)
    const snapshot = await source.list(project, {
      ...options,
      remote: async (request) => this.hosts.readRemote(project, request),
    })
    if (snapshot === undefined)
      return { revision: '', layout: 'plain', pages: 0, examples: [], ms: this.clock.now() - began }
    try {
      const texts = await layoutTexts(snapshot, options)
      const files = snapshot.files.map(({ path }) => path)
      const own = detectLayout({ files, texts })
      const above =
        own.name === 'plain' ? await configurationAbove(source, project, snapshot.revision, options) : []
      const layout = detectLayoutWithin({ files, texts }, above.map(asTexts))
      const pages = pagesOf(layout, snapshot)
      const problem =
        pages.length === 0
          ? (await noPages(emptyRevision(layout, { project, source, snapshot }), options)).message
          : undefined
      return {
        revision: snapshot.revision,
        layout: layout.name,
        ...defined({ siteAbove: siteAbove(files, above) }),
        pages: pages.length,
        ...defined({ problem }),
        examples: pages.slice(0, EXAMPLES),
        ms: this.clock.now() - began,
      }
    } finally {
      await snapshot.close()
    }
  }
}

function emptyRevision(
  layout: SiteLayout,
  found: Pick<EmptyRevision, 'project' | 'source' | 'snapshot'>,
): EmptyRevision {
  const hidden = found.snapshot.files.filter(({ path }) => isPageOf(layout, path))
  return { ...found, description: { layout: layout.name, places: { size: hidden.length } }, problems: [] }
}

function isPageOf(layout: SiteLayout, path: string): boolean {
  return isInFormats(path, layout.formats) && layout.isPage(path)
}

/** Paths of the pages that are indexed, as far as it can be told without reading them. */
function pagesOf(layout: SiteLayout, { files }: SourceSnapshot): string[] {
  const listed = new Set(layout.navigation.pages.map(({ path }) => path))
  return files
    .map(({ path }) => path)
    .filter((path) => isPageOf(layout, path))
    .filter((path) => !layout.navigationIsComplete || listed.has(layout.pagePath(path)))
}

async function layoutTexts({ files }: SourceSnapshot, options: CallOptions): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const file of files.filter(({ path }) => isLayoutFile(path)))
    texts.set(file.path, new TextDecoder().decode(await file.read(options)))
  for (const path of namedSettings(texts)) {
    const file = files.find((each) => each.path === path)
    if (file !== undefined) texts.set(path, new TextDecoder().decode(await file.read(options)))
  }
  return texts
}

function asTexts({ inside, texts }: ConfigurationAbove) {
  const decoder = new TextDecoder()
  return {
    inside,
    texts: new Map([...texts].map(([path, content]) => [path, decoder.decode(content)])),
  }
}

/** The nearest folder above that makes a site of the files. */
function siteAbove(files: readonly string[], above: readonly ConfigurationAbove[]): SiteAbove | undefined {
  for (const each of above) {
    const { inside, texts } = asTexts(each)
    const { name } = detectLayout({
      files: [...texts.keys(), ...files.map((file) => `${inside}/${file}`)],
      texts,
    })
    if (name !== 'plain') return { folder: each.folder, layout: name }
  }
  return undefined
}
