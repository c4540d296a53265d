import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { IndexProblem, ProblemGroup } from '../domain/index-problem.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import { MeteredModels } from '../limits/metered-models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { type DocsSource, RegisteredDocsSources } from '../ports/docs-source.ts'
import { Ids } from '../ports/ids.ts'
import { Logger } from '../ports/logger.ts'
import { NamedLeases } from '../ports/named-leases.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import { embeddingOf, type IndexState, Retriever } from '../ports/retriever.ts'
import { Settings } from '../ports/settings.ts'
import { NO_TELEMETRY, Telemetry } from '../ports/telemetry.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { defaultBackoff } from '../turn/backoff.ts'
import { PageParsers } from './parsing/page-parsers.ts'
import { indexProblems } from './problems/problem-report.ts'
import { INDEX_STATE, type IndexProgress, openAttempts } from './progress/index-progress.ts'
import { ProgressReporter } from './progress/progress-reporter.ts'
import { rememberPublished } from './progress/published-index.ts'
import { IndexAttempts } from './revision/index-attempts.ts'
import { knownManifest, knownState } from './revision/known-index.ts'
import type { PagePolicyOptions } from './revision/page-policy.ts'
import { PageTimes } from './revision/page-times.ts'
import { PassageEmbedder } from './revision/passage-embedder.ts'
import { type ChangedFiles, NO_FILES, type RevisionResult, reviseIndex } from './revision/revise-index.ts'
import { hasNavigation } from './revision/site-navigation.ts'
import { SkippedFiles } from './revision/skipped-files.ts'
import { WriterLease } from './revision/writer-lease.ts'
import { storeAssistantInstructions } from './source/assistant-instructions.ts'
import { configurationAbove } from './source/configuration-above.ts'
import { isRefreshDue, rememberSource, sourceOf } from './source/project-source.ts'

export interface IndexOptions extends PagePolicyOptions {
  signal?: AbortSignal
  /** Parse and write every page, changed or not; an index that cannot be read is deleted first. */
  force?: boolean
  /** Called at every change, often. */
  onProgress?: (progress: IndexProgress) => void
}

export interface IndexSummary {
  /** The source's name of what is served now. */
  revision: string
  /** Pages that were parsed and written. */
  changed: number
  /** Files that were taken out. */
  removed: number
  /** Of the whole index. */
  pages: number
  passages: number
  /** Everything that the index lost and why, also of files that did not change: of each kind the first ones. */
  problems: IndexProblem[]
  /** The same by kind, the worst first, with counts and what to do. */
  problemGroups: ProblemGroup[]
  /** Files of the pages that changed. */
  files: ChangedFiles
  /** When a page comes or goes by itself next, in milliseconds since 1970: index the project again then. */
  nextChangeAt?: number
  ms: number
}

/** Brings the search index of a project up to its documentation source: only what changed, in one revision. */
@injectable()
export class IndexProject {
  constructor(
    @inject(ProjectNotes) private readonly notes: ProjectNotes,
    @inject(NamedLeases) private readonly leases: NamedLeases,
    @inject(Retriever) private readonly retriever: Retriever,
    @inject(RegisteredDocsSources) private readonly sources: readonly DocsSource[],
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(PageParsers) private readonly parsers: PageParsers,
    @inject(MeteredModels) private readonly models: Pick<MeteredModels, 'embedding'>,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
    @inject(Logger) private readonly logger: Logger,
    @inject(Settings) private readonly settings: Pick<Settings, 'leases'>,
    @inject(Telemetry) private readonly telemetry: Pick<Telemetry, 'trace'> = NO_TELEMETRY,
  ) {}

  /**
   * Readers see the old revision until the new one is complete, and after a failure.
   * @throws DocentError `configuration` when no source fits the project, `conflict` (retryable) while another process
   *   indexes it, `lease_lost` when one takes over, and whatever source and retriever throw.
   */
  async run(project: Project, options: IndexOptions = {}): Promise<IndexSummary> {
    const source = sourceOf(project, this.sources)
    const holder = this.ids.secret()
    const lease = await WriterLease.take(
      this.leases,
      project.id,
      holder,
      this.settings.leases.index,
      options.signal,
    )
    let progress: ProgressReporter | undefined
    try {
      progress = await this.#reporter(project, options)
      const signal =
        options.signal === undefined ? lease.signal : AbortSignal.any([options.signal, lease.signal])
      const run = { project, source, progress, options, signal }
      const attributes = { 'docent.project.id': project.id }
      const summary = await this.telemetry.trace('index', { attributes }, () => this.#index(run))
      await rememberSource(project, this.notes)
      if (summary.revision !== '') await rememberPublished(this.notes, project.id)
      return summary
    } catch (error) {
      // What another process that took over says is newer.
      if (!DocentError.is(error, 'lease_lost')) await progress?.ended(error, options.signal)
      throw error
    } finally {
      await lease.giveBack()
    }
  }

  /**
   * Whether the server should look at the project's documentation by itself now: always, but for a source that asks to
   * be left alone for a while after it was read.
   * @throws DocentError `configuration` when no source fits the project.
   */
  async isDue(project: Project, options: CallOptions = {}): Promise<boolean> {
    const source = sourceOf(project, this.sources)
    return isRefreshDue(source, project, this.notes, this.clock.now(), options)
  }

  /**
   * The newest revision of the documentation when it is not the one that is served; reads no page.
   * @throws DocentError `configuration` when no source fits the project, and whatever source and retriever throw.
   */
  async newRevision(project: Project, options: CallOptions = {}): Promise<string | undefined> {
    const { signal } = options
    const source = sourceOf(project, this.sources)
    if (!(await isRefreshDue(source, project, this.notes, this.clock.now(), options))) return undefined
    const state = await (this.retriever.state?.(project.id, options) ??
      this.retriever.manifest(project.id, options))
    const snapshot = await source.list(project, {
      ...defined({ signal, since: state.revision }),
      remote: async (access) => this.hosts.readRemote(project, access),
    })
    if (snapshot === undefined) return undefined
    await snapshot.close()
    return snapshot.revision === state.revision ? undefined : snapshot.revision
  }

  async #reporter({ id: project }: Project, { signal, onProgress }: IndexOptions): Promise<ProgressReporter> {
    const { notes, clock, logger } = this
    const attempts = (openAttempts(await notes.read(project, INDEX_STATE, defined({ signal }))) ?? 0) + 1
    return new ProgressReporter({ project, notes, clock, logger, attempts, onProgress })
  }

  /** List → compare → read, parse, plan and write. What has not changed is left out as early as it can be known. */
  async #index({ project, source, progress, options, signal }: IndexRun): Promise<IndexSummary> {
    const { notes, retriever, parsers, logger } = this
    const { force = false } = options
    const known = { retriever, logger, project, force, signal }
    await progress.update({ phase: 'listing' })
    const [state, skipped, times, problems] = await Promise.all([
      knownState(known),
      SkippedFiles.load(notes, project.id, { signal }),
      PageTimes.load(notes, project.id, this.clock.now(), { signal }),
      indexProblems(notes, project.id, { signal }),
    ])
    // With another embedding model every passage needs another vector, whatever its file.
    const isSame =
      skipped.isFor(options) &&
      !times.isDue &&
      state.embedding?.model === embeddingOf(retriever, project) &&
      // Indexed by a version that did not keep it.
      (await hasNavigation(notes, project.id, { signal })) &&
      problems !== undefined &&
      // What has no pages is looked at again, whatever committed it.
      state.pages > 0
    const snapshot = await this.#list(
      { project, source, progress, options, signal },
      force || !isSame ? undefined : state.revision,
    )
    if (snapshot === undefined) {
      await progress.update({ phase: 'done' })
      const same = { changed: 0, removed: 0, problems: problems ?? [], files: NO_FILES }
      return this.#summary(progress, state, same, times)
    }
    const attempts = new IndexAttempts(notes, project.id)
    let isBegun = false
    try {
      await attempts.begin({ revision: snapshot.revision, now: this.clock.now(), force }, { signal })
      isBegun = true
      const manifest = await knownManifest(known, state)
      await storeAssistantInstructions(notes, project.id, snapshot, { signal })
      const embedder = this.#embedder(project, signal)
      const above = await configurationAbove(source, project, snapshot.revision, { signal })
      const result = await reviseIndex({
        ...{ project, notes, retriever, parsers, logger, progress, options, force, signal },
        ...{ source, snapshot, above, manifest, skipped, times, embedder },
      })
      const now = await retriever.manifest(project.id, { signal })
      await progress.update({ phase: 'done', passages: now.passages })
      return this.#summary(progress, now, result, times)
    } finally {
      await snapshot.close()
      if (isBegun) await attempts.ended()
    }
  }

  #list({ project, source, progress, signal }: IndexRun, since: string | undefined) {
    return source.list(project, {
      signal,
      ...defined({ since }),
      onProgress: ({ done, total }) => void progress.update({ pagesDone: done, pagesTotal: total }),
      remote: async (options) => this.hosts.readRemote(project, options),
    })
  }

  /** @throws DocentError `model_not_configured`: a project that names a model is never indexed without it in silence. */
  #embedder(project: Project, signal: AbortSignal): PassageEmbedder | undefined {
    const id = embeddingOf(this.retriever, project)
    if (id === undefined) {
      const { embedding } = project.models
      if (embedding !== undefined)
        this.logger.warn(
          { project: project.id, embedding },
          'the retriever keeps no vectors: the project is searched by words alone. Use another retriever, or remove models.embedding',
        )
      return undefined
    }
    const model = this.models.embedding(id, { project })
    return new PassageEmbedder({ id, model, backoff: defaultBackoff, signal })
  }

  #summary(
    { startedAt }: ProgressReporter,
    state: IndexState,
    result: RevisionResult,
    { next: nextChangeAt }: PageTimes,
  ): IndexSummary {
    const { revision = '', pages, passages } = state
    const ms = this.clock.now() - startedAt
    const { problems: problemGroups, ...counts } = result
    const problems = problemGroups.flatMap(({ examples }) => examples)
    return { revision, ...counts, problems, problemGroups, pages, passages, ...defined({ nextChangeAt }), ms }
  }
}

interface IndexRun {
  project: Project
  source: DocsSource
  progress: ProgressReporter
  options: IndexOptions
  signal: AbortSignal
}
