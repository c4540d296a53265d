import { defined } from '@docent/content'
import type { ContextRepository, FoundContext } from '../../domain/context-repository.ts'
import type { Project } from '../../domain/project.ts'
import { contextsOf } from '../../domain/project-contexts.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { Workspace, WorkspaceRequest } from '../../ports/workspaces.ts'
import { retry } from '../../turn/backoff.ts'
import { ContextFiles } from '../contexts/context-files.ts'
import type { AgentRunContext } from './agent-run-context.ts'

/** Longest time that fetching one context repository may take. */
const FETCH_MS = 180_000

/** The context repositories of a run, open for reading. */
export class RunContexts {
  private constructor(
    private readonly run: AgentRunContext,
    private readonly opened: readonly Opened[],
  ) {}

  /**
   * Opens each at the commit where an earlier worker of the run found it, else at the tip of its branch. One that cannot
   * be read stops nothing.
   */
  static async open(run: AgentRunContext, found: readonly FoundContext[] | undefined): Promise<RunContexts> {
    const wanted = contextsOf(run.project)
    if (found === undefined)
      return new RunContexts(run, await Promise.all(wanted.map((each) => openContext(run, each, undefined))))
    // The settings may have changed since the run began: it goes on with what it began with.
    const again = found.map(async (one): Promise<Opened> => {
      const { name, repository, commit } = one
      if (commit === undefined) return { found: one, folder: undefined, tree: undefined }
      const same = wanted.find((each) => each.name === name && each.repository === repository)
      if (same !== undefined) return openContext(run, same, commit)
      const problem = 'It is no longer in the settings of the project.'
      return { found: { name, repository, problem }, folder: undefined, tree: undefined }
    })
    return new RunContexts(run, await Promise.all(again))
  }

  get found(): FoundContext[] {
    return this.opened.map(({ found }) => found)
  }

  get files(): ContextFiles[] {
    return this.opened.flatMap(({ found, tree, folder }) =>
      tree === undefined ? [] : [new ContextFiles(found.name, tree, folder)],
    )
  }

  async close(): Promise<void> {
    for (const { tree, found } of this.opened) {
      if (tree === undefined) continue
      await tree.close()
      try {
        await this.run.workspaces.forget(found.repository, keepOf(this.run, found))
      } catch (error) {
        const { logger, job } = this.run
        logger.warn({ err: error, jobId: job.id }, 'the cache keeps a commit of a context repository')
      }
    }
  }
}

interface Opened {
  readonly found: FoundContext
  readonly folder: string | undefined
  readonly tree: Workspace | undefined
}

async function openContext(
  run: AgentRunContext,
  { name, repository, branch, folder }: ContextRepository,
  commit: string | undefined,
): Promise<Opened> {
  const { settings, backoff, logger, job } = run
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(FETCH_MS)])
  // The credentials are those that the server has for the repository, as if it were documented.
  const { gitHost: _, source: __, branch: ___, ...rest } = run.project
  const project: Project = { ...rest, repository, ...defined({ branch }) }
  try {
    const from = branch ?? (await defaultBranch(run, project, repository, signal))
    const request: WorkspaceRequest = {
      repository,
      remote: (options) => run.hosts.readRemote(project, options),
      branch: from,
      from,
      keep: keepOf(run, { name }),
      ...defined({ commit }),
    }
    const tree = await retry(() => run.workspaces.open(request, { signal }), {
      maxAttempts: settings.maxAttempts,
      signal,
      backoff,
      isRetryable: (error) => DocentError.is(error) && error.isRetryable,
    })
    return { found: { name, repository, commit: tree.base }, folder, tree }
  } catch (error) {
    run.signal.throwIfAborted()
    logger.warn({ err: error, jobId: job.id, repository }, 'job: a context repository could not be read')
    return { found: { name, repository, problem: problemOf(error, signal) }, folder, tree: undefined }
  }
}

async function defaultBranch(
  { hosts }: AgentRunContext,
  project: Project,
  repository: string,
  signal: AbortSignal,
): Promise<string> {
  const host = await hosts.find(project, { signal })
  if (host !== undefined) return host.defaultBranch(repository, { signal })
  throw new DocentError('configuration', 'No git host is configured for it. Set its branch.')
}

function keepOf({ job }: AgentRunContext, { name }: Pick<FoundContext, 'name'>): string {
  return `${job.id}-context-${name}`
}

function problemOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `It could not be fetched within ${FETCH_MS / 60_000} minutes.`
  return DocentError.is(error) ? error.message : 'It could not be read. See the server log.'
}
