import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { z } from 'zod'
import type { JobId } from '../domain/ids.ts'
import type { Job } from '../domain/job.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { GitHost } from '../ports/git-host.ts'
import { JobStore, type RecordedStep } from '../ports/job-store.ts'
import { type ChangeSummary, type Workspace, Workspaces } from '../ports/workspaces.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { assertOfProject } from './job-access.ts'

/** What a job changed so far, against the commit that its branch began at. */
export interface JobChanges {
  files: ChangeSummary[]
  /** Unified. */
  diff: string
}

const Opened = z.object({ commit: z.string(), branch: z.string() })

/** Reads the changes of a job from its recorded steps: the same while it works, and after it published. */
@injectable()
export class ReadJobChanges {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Workspaces) private readonly workspaces: Workspaces,
    @inject(GitHosts) private readonly hosts: GitHosts,
  ) {}

  /** @throws DocentError `not_found`, also for a job of another project, and what git and its host throw. */
  async read(project: Project, id: JobId, options: CallOptions = {}): Promise<JobChanges> {
    const job = await this.jobs.get(id, options)
    assertOfProject(job, project, id)
    const begun = beginning(await this.jobs.steps(id, options))
    const changes = begun?.steps.flatMap((step) => step.changes) ?? []
    if (begun === undefined || changes.length === 0) return { files: [], diff: '' }
    const host = await this.hosts.forProject(project, options)
    const workspace = await this.#open({ job, project, host, ...begun }, options)
    try {
      await workspace.restore(changes, options)
      return { files: await workspace.summary(options), diff: await workspace.diff(options) }
    } finally {
      await workspace.close()
      await this.workspaces.forget(job.source.repository, viewOf(job))
    }
  }

  async #open({ job, project, host, branch, commit }: View, options: CallOptions): Promise<Workspace> {
    const { repository } = job.source
    const from = project.branch ?? (await host.defaultBranch(repository, options))
    return this.workspaces.open(
      {
        repository,
        remote: (request) => host.remote(repository, { ...request, access: 'read' }),
        ...(host.capabilities.forks ? { isForked: true } : {}),
        branch,
        from,
        commit,
        keep: viewOf(job),
      },
      defined({ signal: options.signal }),
    )
  }
}

interface View {
  job: Job
  project: Project
  host: GitHost
  branch: string
  commit: string
}

/** A name of its own: the worker may hold the job's. */
function viewOf({ id }: Job): string {
  return `view-${id}`
}

/** Where the present branch began, and every step since: an earlier branch was merged or closed. */
function beginning(
  steps: readonly RecordedStep[],
): { branch: string; commit: string; steps: readonly RecordedStep[] } | undefined {
  const opened = steps.flatMap((step, index) => {
    const data = step.kind === 'opened' ? Opened.safeParse(step.data) : undefined
    return data?.success ? [{ ...data.data, index }] : []
  })
  const branch = opened.at(-1)?.branch
  const first = opened.find((one) => one.branch === branch)
  return first && { branch: first.branch, commit: first.commit, steps: steps.slice(first.index) }
}
