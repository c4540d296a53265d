import { defined } from '@docent/content'
import { DocentError } from '../../errors/docent-error.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import { notePullRequest } from '../../projects/note-pull-request.ts'
import { retry } from '../../turn/backoff.ts'
import type { AgentRunContext } from './agent-run-context.ts'

/** The job's branch; once its pull request was merged or closed, a new one. */
export async function workingBranch(run: AgentRunContext): Promise<string> {
  const { job, host, signal } = run
  const { ref } = job.source
  const last = job.pullRequest
  if (!last) return ref
  const pull = await retryCall(run, () => host.pullRequest(job.source.repository, last.number, { signal }))
  if (pull === undefined || pull.state === 'open') return last.branch
  // The run replaces it by another one: nobody would look it up any more.
  await notePullRequest(run.jobs, job, pull, run.clock.now(), { signal })
  const suffix = job.id.slice(-6)
  return ref.includes(suffix) ? `${ref}-${job.run}` : `${ref}-${suffix}-${job.run}`
}

/** The branch that pull requests go to. */
export async function baseBranch(run: AgentRunContext): Promise<string> {
  const { job, project, host, signal } = run
  return project.branch ?? retryCall(run, () => host.defaultBranch(job.source.repository, { signal }))
}

/**
 * Opens the workspace of a run at the branch's tip, or exactly at `commit`.
 * @throws DocentError `invalid_request` for the default branch: the agent works on a branch of its own.
 */
export async function openRunWorkspace(
  run: AgentRunContext,
  branch: string,
  commit: string | undefined,
): Promise<Workspace> {
  const { job, host, signal } = run
  const { repository } = job.source
  const from = await baseBranch(run)
  if (branch === from) {
    throw new DocentError(
      'invalid_request',
      `The agent can't work on the default branch "${from}": name another branch.`,
    )
  }
  // Find out now whether the host would refuse the push, before any model call costs money.
  if (commit === undefined) {
    await retryCall(run, () => host.remote(repository, { access: 'write', branch, signal }))
  }
  const request = {
    repository,
    remote: (options: Parameters<typeof host.remote>[1]) => host.remote(repository, options),
    ...(host.capabilities.forks ? { isForked: true } : {}),
    branch,
    from,
    keep: job.id,
    ...defined({ commit }),
  }
  return retryCall(run, () => run.workspaces.open(request, { signal }))
}

/** Tries a call of the host or of git again while its failures may pass. */
export async function retryCall<Value>(run: AgentRunContext, call: () => Promise<Value>): Promise<Value> {
  const { settings, signal, backoff, providers, host, project } = run
  try {
    const value = await retry(call, { maxAttempts: settings.maxAttempts, signal, backoff })
    void providers.succeeded('git host', host.name, project.id)
    return value
  } catch (error) {
    if (!signal.aborted) void providers.failed('git host', host.name, error, project.id)
    throw error
  }
}
