import { isDocumentationFile, type Page } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import {
  type DocsSource,
  RegisteredDocsSources,
  type SourceFile,
  type SourceSnapshot,
} from '../ports/docs-source.ts'
import { Ids } from '../ports/ids.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { type IndexManifest, type IndexState, Retriever } from '../ports/retriever.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { Models } from '../projects/models.ts'
import { repositoryOf } from '../projects/repository-of.ts'
import { defaultBackoff } from '../turn/backoff.ts'
import { storeAssistantInstructions } from './assistant-instructions.ts'
import { IncludedFiles } from './included-files.ts'
import type { IndexProgress } from './index-progress.ts'
import { PageAliases } from './page-aliases.ts'
import { PageParsers } from './page-parsers.ts'
import { PagePolicy, type PagePolicyOptions } from './page-policy.ts'
import { PassageEmbedder } from './passage-embedder.ts'
import { planChanges } from './plan-changes.ts'
import { ProgressReporter } from './progress-reporter.ts'
import { isRefreshDue, rememberSource, sourceOf } from './project-source.ts'
import { readLayout } from './read-layout.ts'
import { SkippedFiles } from './skipped-files.ts'
import { SourceTexts } from './source-texts.ts'
import { type IndexProblem, writeChanges } from './write-changes.ts'
import { WriterLease } from './writer-lease.ts'

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
  /** What is wrong in files that were parsed, and what the source could not read; none of it stopped the others. */
  problems: IndexProblem[]
  ms: number
}

/** Brings the search index of a project up to its documentation source: only what changed, in one revision. */
@injectable()
export class IndexProject {
  constructor(
    @inject(ProjectStore as symbol) private readonly projects: ProjectStore,
    @inject(Retriever as symbol) private readonly retriever: Retriever,
    @inject(RegisteredDocsSources as symbol) private readonly sources: readonly DocsSource[],
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(PageParsers) private readonly parsers: PageParsers,
    @inject(Models) private readonly models: Models,
    @inject(Clock as symbol) private readonly clock: Clock,
    @inject(Ids as symbol) private readonly ids: Ids,
    @inject(Logger as symbol) private readonly logger: Logger,
  ) {}

  /**
   * Readers see the old revision until the new one is complete, and after a failure.
   * @throws DocentError `configuration` when no source fits the project, `conflict` (retryable) while another process
   *   indexes it, `lease_lost` when one takes over, and whatever source and retriever throw.
   */
  async run(project: Project, options: IndexOptions = {}): Promise<IndexSummary> {
    const source = sourceOf(project, this.sources)
    const lease = await WriterLease.take(this.projects, project.id, this.ids.secret(), options.signal)
    const { id } = project
    const { projects, clock, logger } = this
    const progress = new ProgressReporter({
      project: id,
      projects,
      clock,
      logger,
      onProgress: options.onProgress,
    })
    try {
      const signal =
        options.signal === undefined ? lease.signal : AbortSignal.any([options.signal, lease.signal])
      const summary = await this.#index(project, source, progress, { ...options, signal })
      await rememberSource(project, projects)
      return summary
    } catch (error) {
      const message = DocentError.is(error) ? error.message : 'Indexing failed. The server log says why.'
      await progress.update({ phase: 'failed', message })
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
    return isRefreshDue(source, project, this.projects, this.clock.now(), options)
  }

  async #index(
    project: Project,
    source: DocsSource,
    progress: ProgressReporter,
    options: IndexOptions & { signal: AbortSignal },
  ): Promise<IndexSummary> {
    const { signal } = options
    await progress.update({ phase: 'listing' })
    const [state, skipped] = await Promise.all([
      this.#state(project, options),
      SkippedFiles.load(this.projects, project.id, { signal }),
    ])
    const snapshot = await this.#list(
      project,
      source,
      progress,
      options,
      // With another embedding model every passage needs another vector, whatever its file.
      skipped.isFor(options) && state.embedding?.model === project.models.embedding
        ? state.revision
        : undefined,
    )
    if (snapshot === undefined) {
      await progress.update({ phase: 'done' })
      return summary(state, { changed: 0, removed: 0, problems: [] }, this.clock.now() - progress.startedAt)
    }
    try {
      const manifest = isManifest(state) ? state : await this.#manifest(project, options)
      await storeAssistantInstructions(this.projects, project.id, snapshot, { signal })
      const result = await this.#apply(project, snapshot, manifest, skipped, progress, options)
      const now = await this.retriever.manifest(project.id, { signal })
      await progress.update({ phase: 'done', passages: now.passages })
      return summary(now, result, this.clock.now() - progress.startedAt)
    } finally {
      await snapshot.close()
    }
  }

  async #apply(
    project: Project,
    snapshot: SourceSnapshot,
    manifest: IndexManifest,
    skipped: SkippedFiles,
    progress: ProgressReporter,
    options: IndexOptions & { signal: AbortSignal },
  ): Promise<{ changed: number; removed: number; problems: IndexProblem[] }> {
    const { signal } = options
    const embedder = this.#embedder(project, signal)
    const isOtherModel = manifest.embedding?.model !== project.models.embedding
    const force = options.force === true || isOtherModel
    const layout = await readLayout(snapshot, { signal })
    const policy = new PagePolicy(layout, project.docsPath, options)
    const includes = await IncludedFiles.load(this.projects, project.id, { signal })
    const aliases = await PageAliases.load(this.projects, project.id, { signal })
    const texts = new SourceTexts(snapshot.files, layout)
    const hash = (file: SourceFile) => policy.hash(file.hash, file.path, texts.hashes(includes.of(file.path)))
    const files = snapshot.files
      .filter(({ path }) => isDocumentationFile(path) && policy.isPage(path))
      .map((file) => {
        const path = project.docsPath === '' ? file.path : `${project.docsPath}/${file.path}`
        return { file, path, hash: hash(file) }
      })
    const problems = sourceProblems(project, snapshot)
    const plan = planChanges(files, force ? new Map() : manifest.hashes, force ? new Map() : skipped.hashes)
    const gone = [...manifest.hashes.keys()].filter((path) => !plan.exists(path))
    if (plan.changed.length === 0 && gone.length === 0 && manifest.revision === snapshot.revision) {
      return { changed: 0, removed: 0, problems }
    }
    await progress.update({ phase: 'parsing', pagesDone: 0, pagesTotal: plan.changed.length })
    const parser = this.parsers.open(plan.changed.length)
    const embedding = isOtherModel ? await embedder?.describe() : manifest.embedding
    const writer = await this.retriever.begin(project.id, {
      signal,
      ...(embedding === undefined ? {} : { embedding }),
    })
    try {
      await writer.remove(gone, { signal })
      const parts = {
        writer,
        parser,
        policy,
        root: project.docsPath,
        progress,
        known: manifest.hashes,
        texts,
        onIncludes: (file: SourceFile, included: readonly string[]) => {
          includes.set(file.path, included)
          return hash(file)
        },
        onPage: ({ file, path, frontmatter }: Page) => {
          const inside = project.docsPath === '' ? file : file.slice(project.docsPath.length + 1)
          aliases.set(file, layout.aliases?.(inside, frontmatter) ?? [], path)
        },
        embedder,
        signal,
      }
      const written = await writeChanges(plan.changed, parts)
      const redirects = [...layout.navigation.redirects, ...aliases.redirects(plan.exists)]
      await writer.redirects(redirects, { signal })
      await progress.update({ phase: 'committing' })
      signal.throwIfAborted()
      await writer.commit(snapshot.revision, { signal })
      await skipped.store(options, plan.isUnchanged, written.skipped)
      const paths = new Set(snapshot.files.map(({ path }) => path))
      await includes.store((path) => paths.has(path))
      await aliases.store(plan.exists)
      return {
        changed: written.pages,
        removed: gone.length + written.removed,
        problems: [...problems, ...written.problems],
      }
    } finally {
      await writer.abort()
      await parser.close()
    }
  }

  /** @throws DocentError `model_not_configured`: a project that names a model is never indexed without it in silence. */
  #embedder({ models }: Project, signal: AbortSignal): PassageEmbedder | undefined {
    if (models.embedding === undefined) return undefined
    const model = this.models.embedding(models.embedding)
    return new PassageEmbedder({ id: models.embedding, model, backoff: defaultBackoff, signal })
  }

  #list(
    project: Project,
    source: DocsSource,
    progress: ProgressReporter,
    { signal, force }: IndexOptions & { signal: AbortSignal },
    since: string | undefined,
  ): Promise<SourceSnapshot | undefined> {
    return source.list(project, {
      signal,
      ...(since === undefined || force ? {} : { since }),
      onProgress: ({ done, total }) => void progress.update({ pagesDone: done, pagesTotal: total }),
      remote: async (options) => this.hosts.forProject(project).remote(repositoryOf(project), options),
    })
  }

  /** As little of the index as shows whether anything changed; by force, everything is read. */
  async #state(
    project: Project,
    options: IndexOptions & { signal: AbortSignal },
  ): Promise<IndexState | IndexManifest> {
    if (options.force || this.retriever.state === undefined) return this.#manifest(project, options)
    return this.retriever.state(project.id, { signal: options.signal })
  }

  /** By force, an index that cannot be read any more is deleted: nobody can be served from it. */
  async #manifest(
    project: Project,
    { signal, force }: IndexOptions & { signal: AbortSignal },
  ): Promise<IndexManifest> {
    try {
      return await this.retriever.manifest(project.id, { signal })
    } catch (error) {
      if (!force || !DocentError.is(error, 'dependency_failed')) throw error
      this.logger.warn(
        { err: error, project: project.id },
        'the damaged search index is deleted and built anew',
      )
      await this.retriever.drop(project.id, { signal })
      return this.retriever.manifest(project.id, { signal })
    }
  }
}

function sourceProblems({ docsPath }: Project, { problems = [] }: SourceSnapshot): IndexProblem[] {
  return problems.map(({ path, message, severity }) => ({
    file: docsPath === '' ? path : `${docsPath}/${path}`,
    line: 0,
    message,
    severity,
  }))
}

function isManifest(state: IndexState | IndexManifest): state is IndexManifest {
  return 'hashes' in state
}

function summary(
  state: IndexState,
  result: Pick<IndexSummary, 'changed' | 'removed' | 'problems'>,
  ms: number,
): IndexSummary {
  return {
    revision: state.revision ?? '',
    ...result,
    pages: state.pages,
    passages: state.passages,
    ms,
  }
}
