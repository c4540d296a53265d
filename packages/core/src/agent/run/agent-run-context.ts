import type { Job } from '../../domain/job.ts'
import type { Project } from '../../domain/project.ts'
import type { AgentSettings } from '../../domain/settings-schemas.ts'
import type { PageInspector } from '../../ingest/parsing/page-inspector.ts'
import type { SpendCaps } from '../../limits/spend-caps.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GitHost } from '../../ports/git-host.ts'
import type { JobStore, Lease } from '../../ports/job-store.ts'
import type { Logger } from '../../ports/logger.ts'
import type { ResolvedModel } from '../../ports/model-provider.ts'
import type { RateLimiter } from '../../ports/rate-limiter.ts'
import type { RetrievedPassage } from '../../ports/retriever.ts'
import type { Telemetry } from '../../ports/telemetry.ts'
import type { Workspaces } from '../../ports/workspaces.ts'
import type { GitHosts } from '../../projects/git-hosts.ts'
import type { ProviderHealth } from '../../projects/providers/provider-health.ts'
import type { Backoff } from '../../turn/backoff.ts'
import type { AddedCheck } from '../checks/added-check.ts'
import type { AddedAgentTool } from '../tools/added-agent-tool.ts'
import type { RunLog } from './run-log.ts'

/** Everything a run works with; the use-case that claims jobs puts it together. */
export interface AgentRunContext {
  job: Job
  project: Project
  lease: Lease
  /** How long the lease holds without being renewed. */
  leaseMs: number
  log: RunLog
  jobs: JobStore
  workspaces: Workspaces
  /** Passages of the published documentation, best first. */
  searchDocs(text: string, signal: AbortSignal): Promise<RetrievedPassage[]>
  /** Looks at pages for the checks. */
  inspector: PageInspector
  /** Of plugins, beside our own. */
  addedTools: readonly AddedAgentTool[]
  addedChecks: readonly AddedCheck[]
  host: GitHost
  /** For context repositories, which may be elsewhere. */
  hosts: GitHosts
  limiter: RateLimiter
  /** Monthly spend caps of the project and of the key that created the job. */
  spendCaps: SpendCaps
  model: ResolvedModel
  settings: AgentSettings
  clock: Clock
  logger: Logger
  telemetry: Telemetry
  /** Counts how calls of the model and the host end. */
  providers: ProviderHealth
  backoff: Backoff
  /** Aborted when the lease is lost, the job is cancelled, or a drain has run out of time. */
  signal: AbortSignal
  /** True when the worker drains: the run stops after the current step. */
  shouldYield(): boolean
}
