// tsyringe refuses to load without it, so it comes before everything else; the index alone imports it too.
import 'reflect-metadata'

export { defined } from '@docent/content'
export { type AddressLookup, publicLookup } from './access/public-lookup.ts'
export type { AddedCheck, AddedCheckContext, CheckProblem } from './agent/checks/added-check.ts'
export type { AddedAgentTool, AddedAgentToolContext } from './agent/tools/added-agent-tool.ts'
export type { AddedAssistantTool, AddedAssistantToolContext } from './assistant/tools/added-assistant-tool.ts'
export { defusePings } from './channels/replies/defuse-pings.ts'
export {
  type Account,
  type AccountLink,
  type AccountLinkKind,
  type ClientDetails,
  type ExternalIdentity,
  type Member,
  type Membership,
  type Session,
  type SignedIn,
  type UserId,
  userId,
} from './domain/account.ts'
export type { AuditEntry } from './domain/audit-entry.ts'
export { isBranchName } from './domain/branch-name.ts'
export type { ChannelMapping } from './domain/channel-mapping.ts'
export {
  type CheckedClaims,
  type ClaimCount,
  unsupportedClaims,
  withClaims,
} from './domain/checked-claims.ts'
export {
  type CountedPeriod,
  countedPeriod,
  SPAN_LEVEL,
  wholeDaysOf,
} from './domain/counted-spans.ts'
export {
  type JobId,
  type KeyId,
  type OrganizationId,
  organizationId,
  type ProjectId,
  projectId,
  type ThreadId,
} from './domain/ids.ts'
export {
  countInvented,
  type InventedName,
  type InventedNameCount,
  type InventedNames,
  inventedIn,
} from './domain/invented-names.ts'
export { isPublicAddress } from './domain/ip-address.ts'
export type {
  Job,
  JobChange,
  JobEvent,
  JobMessage,
  NewJobMessage,
  PullRequestState,
  StoredJobEvent,
} from './domain/job.ts'
export { decodeJobCursor, encodeJobCursor } from './domain/job-cursor.ts'
export {
  type JobLine,
  type JobPlace,
  NO_SHARES,
  nextLine,
  placeLater,
  type QueueShare,
  type QueueShares,
} from './domain/job-queue.ts'
export { withoutWaiting, withWaiting } from './domain/job-waiting.ts'
export type { Json } from './domain/json.ts'
export { type KeyChange, type KeyHash, type KeyRecord, withKeyChange } from './domain/key.ts'
export { type LimitRequest, type LimitResult, type LimitState, windowAt } from './domain/limit.ts'
export { decodeListCursor, encodeListCursor, type ListPosition } from './domain/list-cursor.ts'
export {
  type CounterName,
  type GaugeName,
  type HistogramName,
  METRICS,
  type MetricDefinition,
} from './domain/metrics.ts'
export { normalizedQuery } from './domain/normalized-query.ts'
export { openStepAfter } from './domain/open-step.ts'
export { type OutboxMessage, outboxMessages } from './domain/outbox.ts'
export type { PageFeedback, PageFeedbackStatus } from './domain/page-feedback.ts'
export type { PageView } from './domain/page-view.ts'
export type { MemberRole } from './domain/permission.ts'
export type { Organization, Project, ProjectSource } from './domain/project.ts'
export { pullRequestState } from './domain/pull-request-facts.ts'
export type { RecordedSearch, SearchClick, SearchSource } from './domain/recorded-search.ts'
export { sleep } from './domain/sleep.ts'
export { checkChangedFiles, checkJobBytes } from './domain/step-limits.ts'
export { parseStored, stringifyStored } from './domain/stored-json.ts'
export { assertSoundLimits, type CounterHold, type LimitCounter, takeLimits } from './domain/take-limits.ts'
export type {
  AnswerFeedback,
  AnswerOutcome,
  FeedbackRating,
  Thread,
  ThreadTurn,
  TurnCaller,
} from './domain/thread.ts'
export { WakeUp } from './domain/wake-up.ts'
export type { WebhookTask } from './domain/webhook-task.ts'
export { DocentError } from './errors/docent-error.ts'
export { GitHostMisconfigured } from './errors/git-host-misconfigured.ts'
export { IdempotencyInUse } from './errors/idempotency-in-use.ts'
export { LeaseLost } from './errors/lease-lost.ts'
export { isMachineFailure } from './errors/machine-failure.ts'
export { retryAfterMs } from './errors/retry-after.ts'
export { threadEntry } from './ingest/parsing/thread-entry.ts'
export type { ThreadFailure } from './ingest/parsing/thread-failure.ts'
export { ThreadPool } from './ingest/parsing/thread-pool.ts'
export { THREAD_READY } from './ingest/parsing/thread-ready.ts'
export { MemoryRateLimiter } from './limits/memory-rate-limiter.ts'
export { OutageGuard, type ServiceOutage } from './limits/outage-guard.ts'
export type { Actor, KeyActor, SignedInActor } from './plugin/actor.ts'
export { AuditNote } from './plugin/audit-note.ts'
export {
  type AddedBackgroundWork,
  type BackgroundWork,
  type Duty,
  RegisteredBackgroundWork,
} from './plugin/background-work.ts'
export {
  type AddedCommand,
  type Command,
  type CommandArg,
  type CommandArgs,
  type CommandCall,
  type CommandEnd,
  type CommandGroup,
  type CommandHelp,
  type CommandSpec,
  defineCommand,
  defineLocalCommand,
  type LocalCommand,
  type LocalCommandCall,
  type LocalCommandSpec,
  type ParsedArgs,
  RegisteredCommands,
  type RunnableCommand,
} from './plugin/command.ts'
export {
  CommandOutput,
  type CommandProgress,
  type OutputEvent,
  type OutputSink,
} from './plugin/command-output.ts'
export type { Docent } from './plugin/docent.ts'
export type {
  GitHostManifest,
  ModelProviderManifest,
  NeededVariable,
  PluginCredential,
  PluginManifest,
} from './plugin/manifest.ts'
export type { Named } from './plugin/named-adapters.ts'
export {
  type AddedRoute,
  type AddRoutesOptions,
  type ApiCall,
  type ApiOperation,
  defineApiOperation,
  defineOperation,
  definePublicOperation,
  type KeyedCall,
  type KeyedOperation,
  type Operation,
  type PublicCall,
  type PublicOperation,
  RegisteredRoutes,
  type ReplyDescription,
  type RouteTable,
} from './plugin/operation.ts'
export {
  definePlugin,
  type Plugin,
  type PluginDefinition,
  type PluginFactory,
  type PluginHost,
  type ReplaceableProviders,
} from './plugin/plugin.ts'
export { json, type Reply, type ReplyHeaders, type TextStream } from './plugin/reply.ts'
export {
  type AccountLinkDraft,
  Accounts,
  type Admission,
  type Credentials,
  type PersonDetails,
  type Resealed,
  type SecondFactorCode,
  type SecondFactorSetup,
  type SignInOutcome,
} from './ports/accounts.ts'
export type { AnswerActivity, JobActivity } from './ports/activity.ts'
export { AuditLog, type AuditPage, type AuditQuery } from './ports/audit-log.ts'
export {
  type AddOptions,
  BackgroundTasks,
  type DeadTask,
  type TaskHandler,
  type TaskQueue,
} from './ports/background-tasks.ts'
export type { CallOptions, Health } from './ports/call-options.ts'
export type {
  Channel,
  ChannelCapabilities,
  ChannelEvent,
  ChannelPost,
  ChannelReceipt,
  ChannelReply,
  ChannelRequest,
  ChannelThread,
  ChannelThreadName,
} from './ports/channel.ts'
export { ClaimChecker, type ClaimVerdict, type EvidencedClaim } from './ports/claim-checker.ts'
export { Clock } from './ports/clock.ts'
export type {
  DocsSource,
  PageFolder,
  SourceFile,
  SourceFileRequest,
  SourceProblem,
  SourceSnapshot,
} from './ports/docs-source.ts'
export type {
  GitHost,
  GitHostCapabilities,
  GitRemote,
  HostWebhook,
  OpenedPullRequest,
  PullRequest,
  PullRequestDraft,
  PullRequestEnd,
  PullRequestPatch,
  RemoteRequest,
} from './ports/git-host.ts'
export { Ids } from './ports/ids.ts'
export {
  type Claim,
  type ClaimOptions,
  type IdempotencyClaim,
  type IdempotencyRecord,
  type JobPage,
  type JobQuery,
  type JobQueue,
  JobStore,
  type Lease,
  type Outage,
  type RecordedStep,
  type StepDraft,
  type Wait,
} from './ports/job-store.ts'
export { KeyStore } from './ports/key-store.ts'
export { Logger } from './ports/logger.ts'
export { mergeSearches, positionIn, SEARCH_SOURCES } from './ports/merged-searches.ts'
export type {
  ModelDefaults,
  ModelPrice,
  ModelProvider,
  ModelSetting,
  ResolvedModel,
} from './ports/model-provider.ts'
export { NamedLeases } from './ports/named-leases.ts'
export { ProjectNotes } from './ports/project-notes.ts'
export { ProjectStore } from './ports/project-store.ts'
export { RateLimiter } from './ports/rate-limiter.ts'
export {
  type PageCountQuery,
  type PageCounts,
  type PageFeedbackCount,
  type PageFeedbackFilter,
  type ProgramCount,
  type ReaderCount,
  ReadingStore,
} from './ports/reading-store.ts'
export {
  type BeginOptions,
  type IndexEmbedding,
  type IndexedName,
  type IndexManifest,
  type IndexState,
  type PageOptions,
  type PageSummary,
  type PassageVector,
  type ReplicaState,
  type RetrievalFilter,
  type RetrievalQuery,
  type RetrievedPassage,
  Retriever,
  type RetrieverReplication,
  type RevisionWriter,
} from './ports/retriever.ts'
export { type SealedSecret, SecretStore } from './ports/secret-store.ts'
export type { StoredRow, StoredRows, StoredValue } from './ports/stored-rows.ts'
export {
  type Attributes,
  type Reading,
  type Span,
  type SpanOptions,
  Telemetry,
  type TraceContext,
} from './ports/telemetry.ts'
export type {
  CallerCounts,
  Conversation,
  ConversationQuery,
  FeedbackEntry,
  ReportedTurn,
  ReportPage,
  ReportPeriod,
  ReportQuery,
  SearchCount,
  SearchQuery,
  SearchTermPage,
  UnansweredQuestion,
} from './ports/thread-reports.ts'
export { ThreadStore } from './ports/thread-store.ts'
export { WebhookStore, type WebhookTaskPage, type WebhookTaskQuery } from './ports/webhook-store.ts'
export {
  type ChangeSummary,
  type CommitRequest,
  type FileChange,
  type PublishIntent,
  type PushResult,
  type SearchHit,
  type SearchRequest,
  type SearchResult,
  type Workspace,
  type WorkspaceFile,
  type WorkspaceRequest,
  Workspaces,
} from './ports/workspaces.ts'
export { repositoryOf } from './projects/repository-of.ts'
export { type Backoff, defaultBackoff, retry } from './turn/backoff.ts'
export { PROMPT_TAGS, readEmptyTags } from './turn/prompt-tags.ts'
export type { ToolContext } from './turn/turn-tool.ts'
