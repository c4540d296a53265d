import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { RepositoryAccess } from '../access/repository-access.ts'
import type { ProblemGroup } from '../domain/index-problem.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { type DocsSource, RegisteredDocsSources, type SourceSnapshot } from '../ports/docs-source.ts'
import type { Logger } from '../ports/logger.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import type { SiteDescription } from './parsing/page-parser.ts'
import { PageParsers } from './parsing/page-parsers.ts'
import { groupProblems } from './problems/problem-report.ts'
import { ProgressReporter } from './progress/progress-reporter.ts'
import { PageTimes } from './revision/page-times.ts'
import type { PassageEmbedder } from './revision/passage-embedder.ts'
import { reviseIndex } from './revision/revise-index.ts'
import { siteNavigation } from './revision/site-navigation.ts'
import { SkippedFiles } from './revision/skipped-files.ts'
import { UnkeptIndex, UnkeptNotes } from './revision/unkept-index.ts'
import { configurationAbove } from './source/configuration-above.ts'
import { sourceOf } from './source/project-source.ts'
import { repositoryPath, withinRepository } from './source/repository-path.ts'

/** What an index of a documentation would hold, and how Docent understands its site. Files are repository-relative. */
export interface SourceTrial {
  revision: string
  /** Generator of the site, such as `docusaurus`; `plain` when none is recognized. */
  layout: string
  /** The file by which the generator is recognized; absent where several or none are. */
  configuration?: string
  /** The site whose configuration is further up in the repository. Its layout is used unless `layout` is `plain`. */
  siteAbove?: SiteAbove
  /** Documentation folder; '' is the root of the repository. */
  docsPath: string
  /** Pages that readers find by a search. */
  pages: number
  /** Pages that have an address and that no search finds. */
  unlisted: number
  /** Pages that are drafts or hidden, whose time has not come or is over, or that cannot say so. */
  hidden: number
  /** Why there is no page, and which folder has pages. */
  problem?: string
  /** A few of the pages: addresses from the beginning of the site, and their files. */
  examples: { path: string; file: string }[]
  /** The order of the pages. */
  navigation: SiteNavigationTrial
  /** Pages by language and by version, the most first; empty where pages name none. */
  languages: NamedCount[]
  versions: NamedCount[]
  /** What the index would leave out, the worst first. */
  problems: ProblemGroup[]
  ms: number
}

export interface TrialOptions extends CallOptions {
  /** Gets every passage that an index would embed. */
  embedder?: PassageEmbedder
}

export interface SiteNavigationTrial {
  pages: number
  /** Files that name pages; empty where folders and pages themselves decide, or where the site has no navigation. */
  files: string[]
  /** True when parts of it are known only to a build, and so not to Docent. */
  isComputed: boolean
}

export interface NamedCount {
  name: string
  pages: number
}

/** A site whose configuration is in a folder above the documentation of a project. */
export interface SiteAbove {
  /** From the root of the repository; '' is the root. */
  folder: string
  /** Generator of the site. */
  layout: string
}

/** A source that has no revision. */
const NOTHING = {
  revision: '',
  layout: 'plain',
  pages: 0,
  unlisted: 0,
  hidden: 0,
  examples: [],
  navigation: { pages: 0, files: [], isComputed: false },
  languages: [],
  versions: [],
  problems: [],
}
const EXAMPLES = 5
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} }

/** Reads a documentation as an index would, and keeps nothing: what is misunderstood or missing shows before. */
@injectable()
export class TrySource {
  constructor(
    @inject(RegisteredDocsSources) private readonly sources: readonly DocsSource[],
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(PageParsers) private readonly parsers: PageParsers,
    @inject(Clock) private readonly clock: Clock,
    @inject(RepositoryAccess) private readonly access: RepositoryAccess,
  ) {}

  /** @throws DocentError whatever the source and the git host throw, `configuration` when no source fits, `forbidden`. */
  async try(project: Project, options: TrialOptions = {}): Promise<SourceTrial> {
    const began = this.clock.now()
    await this.access.assertProject(project, options)
    const source = sourceOf(project, this.sources)
    const snapshot = await source.list(project, {
      ...options,
      remote: async (request) => this.hosts.readRemote(project, request),
    })
    if (snapshot === undefined)
      return { ...NOTHING, docsPath: project.docsPath, ms: this.clock.now() - began }
    try {
      const found = await this.#read(project, source, snapshot, options)
      return {
        revision: snapshot.revision,
        docsPath: project.docsPath,
        ...found,
        ms: this.clock.now() - began,
      }
    } finally {
      await snapshot.close()
    }
  }

  async #read(project: Project, source: DocsSource, snapshot: SourceSnapshot, options: TrialOptions) {
    const { clock, parsers } = this
    const { signal = new AbortController().signal } = options
    const notes = new UnkeptNotes()
    const index = new UnkeptIndex()
    const above = await configurationAbove(source, project, snapshot.revision, options)
    const skipped = await SkippedFiles.load(notes, project.id, options)
    let site: SiteDescription | undefined
    let problem: string | undefined
    const result = await reviseIndex({
      project,
      notes,
      retriever: index,
      parsers,
      source,
      snapshot,
      above,
      skipped,
      signal,
      logger: SILENT,
      progress: new ProgressReporter({ project: project.id, notes, clock, logger: SILENT, attempts: 1 }),
      manifest: { revision: undefined, pages: 0, passages: 0, hashes: new Map() },
      times: await PageTimes.load(notes, project.id, clock.now(), options),
      embedder: options.embedder,
      options: {},
      force: false,
      onSite: (description) => {
        site = description
      },
    }).catch((error: unknown) => {
      // What else an index refuses is no news about the pages.
      if (site === undefined || !DocentError.is(error, 'configuration')) throw error
      problem = error.message
      return undefined
    })
    const { layout = 'plain', origin, places = new Map(), problems = [] } = site ?? {}
    const listed = index.pages.filter(({ hidden }) => !hidden)
    const inRepository = (file: string) => withinRepository(repositoryPath(project.docsPath, file)) ?? file
    const isUsed = layout !== 'plain'
    const held = new Set(index.pages.map(({ file }) => file))
    const hidden = [...places].filter(([path, { isListed }]) => {
      const file = inRepository(path)
      return isListed && !held.has(file) && !skipped.failures.has(file)
    })
    return {
      layout,
      ...defined({
        problem,
        configuration:
          isUsed && origin?.configuration !== undefined ? inRepository(origin.configuration) : undefined,
        siteAbove: origin?.above && {
          folder: above[origin.above.at]?.folder ?? '',
          layout: origin.above.layout,
        },
      }),
      pages: listed.length,
      unlisted: index.pages.length - listed.length,
      hidden: hidden.length,
      examples: listed.slice(0, EXAMPLES).map(({ path, file }) => ({ path, file })),
      navigation: {
        pages: (await siteNavigation(notes, project.id, options)).length,
        files: isUsed ? (origin?.navigation ?? []).map(inRepository) : [],
        isComputed: isUsed && origin?.isComputed === true,
      },
      languages: counted(listed.map(({ language }) => language)),
      versions: counted(listed.map(({ version }) => version)),
      problems: result?.problems ?? groupProblems(problems),
    }
  }
}

function counted(names: readonly (string | undefined)[]): NamedCount[] {
  const named = names.filter((name) => name !== undefined)
  return [...Map.groupBy(named, (name) => name)]
    .map(([name, pages]) => ({ name, pages: pages.length }))
    .sort((one, other) => other.pages - one.pages)
}
