import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { titleOf } from '../agent/publishing/pull-request-text.ts'
import type { UserId } from '../domain/account.ts'
import { branchFor, isBranchName } from '../domain/branch-name.ts'
import { jobId } from '../domain/ids.ts'
import type { Job, NewJobMessage } from '../domain/job.ts'
import { beginJob } from '../domain/job-state.ts'
import type { Project } from '../domain/project.ts'
import type { SpendKey } from '../domain/spend.ts'
import { DocentError } from '../errors/docent-error.ts'
import { SpendCaps } from '../limits/spend-caps.ts'
import { Models } from '../models/models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import type { GitHost } from '../ports/git-host.ts'
import { Ids } from '../ports/ids.ts'
import { type IdempotencyClaim, JobStore } from '../ports/job-store.ts'
import { NO_TELEMETRY, Telemetry } from '../ports/telemetry.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { repositoryOf } from '../projects/repository-of.ts'

export interface CreateJobRequest {
  project: Project
  apiVersion: 'v1' | 'v2'
  /** At least one user message that is not blank. */
  messages: ReadonlyArray<Pick<NewJobMessage, 'role' | 'content' | 'evidence'>>
  /** v1: the branch to work on; without it one is made from the prompt. */
  branch?: string
  asDraft?: boolean
  /** A role or another name that the project maps to a model. Default `agent`. */
  model?: string
  userId?: string
  /** Who is signed in. */
  personId?: UserId
  /** The key of the request, whose monthly spend cap counts. */
  key?: SpendKey
  idempotency?: IdempotencyClaim
}

/** Creates a job: everything about it that can be wrong is refused here, and it is durable when the promise resolves. */
@injectable()
export class CreateJob {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(Models) private readonly models: Models,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
    @inject(SpendCaps) private readonly spendCaps: SpendCaps,
    @inject(Telemetry) private readonly telemetry: Telemetry = NO_TELEMETRY,
  ) {}

  /**
   * @throws DocentError `invalid_request` (field named), `model_not_configured`, GitHostMisconfigured when no host
   * keeps the repository or the project has none, SpendReached, IdempotencyInUse.
   */
  async create(request: CreateJobRequest, options: CallOptions = {}): Promise<Job> {
    const { project } = request
    const prompt = request.messages.find(
      (message) => message.role === 'user' && message.content.trim() !== '',
    )?.content
    if (prompt === undefined) throw invalid('messages', 'At least one user message must have text.')
    const resolved = this.models.resolve(this.models.idFor(project, request.model ?? 'agent'))
    const model = resolved.id
    await this.spendCaps.open(request, resolved, options)
    const host = await this.hosts.forProject(project, options)
    if (request.branch !== undefined) await this.#assertBranch(project, host, request.branch, options)
    const id = jobId(this.ids.sortable())
    const now = this.clock.now()
    const change = beginJob(
      {
        id,
        organizationId: project.organizationId,
        projectId: project.id,
        apiVersion: request.apiVersion,
        source: { repository: repositoryOf(project), ref: request.branch ?? branchFor(prompt, id) },
        model,
        title: titleOf(prompt),
        asDraft: request.asDraft ?? false,
        userId: request.userId ?? null,
        ...spendKeyOf(request.key),
        ...defined({ personId: request.personId }),
        ...defined({ traceContext: this.telemetry.current()?.traceparent }),
        createdAt: now,
      },
      request.messages.map(({ role, content, evidence }) => ({
        id: this.ids.sortable(),
        role,
        content,
        createdAt: now,
        ...defined({ evidence }),
      })),
    )
    return this.jobs.create(change, request.idempotency, options)
  }

  async #assertBranch(project: Project, host: GitHost, branch: string, options: CallOptions): Promise<void> {
    if (!isBranchName(branch))
      throw invalid('branch', `"${branch.slice(0, 100)}" is not a valid git branch name.`)
    const base = project.branch ?? (await host.defaultBranch(repositoryOf(project), options))
    if (branch === base)
      throw invalid('branch', `"${branch}" is the default branch. The agent needs another branch.`)
  }
}

/** What a run must know of the key, which may be revoked until then. */
function spendKeyOf(key: SpendKey | undefined): { spendKey?: SpendKey } {
  if (key?.spendUsdPerMonth === undefined) return {}
  return { spendKey: { id: key.id, spendUsdPerMonth: key.spendUsdPerMonth } }
}

function invalid(path: string, message: string): DocentError {
  return new DocentError('invalid_request', `${path}: ${message}`, { issues: [{ path, message }] })
}
