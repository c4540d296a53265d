// tsyringe refuses to load without it, so it comes before everything else; nothing else imports it.
import 'reflect-metadata'

export { type Defined, defined } from '@docent/content'
export { Authenticate, type AuthenticateRequest } from './access/authenticate.ts'
export { ChangeKeySpend } from './access/change-key-spend.ts'
export { type ClientAddressSource, clientIp } from './access/client-ip.ts'
export { EnteredSecrets } from './access/entered-secrets.ts'
export { isPublicAddress } from './access/ip-address.ts'
export { IssueKey, type IssueKeyRequest } from './access/issue-key.ts'
export { keySecrets } from './access/key-secrets.ts'
export { KeysOfOlderSecrets } from './access/keys-of-older-secrets.ts'
export { makeOwnerLink } from './access/make-owner-link.ts'
export { type AddressLookup, publicLookup } from './access/public-lookup.ts'
export { hasLeft, isReader, makeReaderToken, type ReaderTokenRequest } from './access/reader-token.ts'
export { RecordAudit } from './access/record-audit.ts'
export { revokeKey } from './access/revoke-key.ts'
export { openSecret, sealSecret } from './access/seal-secret.ts'
export { SignInLimits } from './access/sign-in-limits.ts'
export { assertSpendWithinKey, assertWithinKey, coversProjects } from './access/within-key.ts'
export type { AddedCheck, AddedCheckContext, CheckProblem } from './agent/checks/added-check.ts'
export { BaseProblems } from './agent/checks/base-problems.ts'
export { type CheckReport, checkDocs, type DocsCheck } from './agent/checks/check-docs.ts'
export { confirmNames, type NameCheck, type NameReport } from './agent/names/confirm-names.ts'
export type { ProtectedClass, ProtectedSystem } from './agent/policy/protected/protected-class.ts'
export { PROTECTED_FILES } from './agent/policy/protected-files.ts'
export { WritePolicy } from './agent/policy/write-policy.ts'
export { neutralize, TEXT_TRIGGERS, type TextTrigger } from './agent/publishing/neutralize.ts'
export type { AddedAgentTool, AddedAgentToolContext } from './agent/tools/added-agent-tool.ts'
export type { AgentToolContext } from './agent/tools/agent-tool-context.ts'
export { agentTools } from './agent/tools/agent-tools.ts'
export { type GapQuestion, groupQuestions, type QuestionGap } from './assistant/analytics/question-gaps.ts'
export { type ConversationDetail, ReadAnalytics } from './assistant/analytics/read-analytics.ts'
export { type Answer, AnswerQuestion } from './assistant/answer/answer-question.ts'
export { type AnswerExplanation, ExplainAnswer } from './assistant/answer/explain-answer.ts'
export type { ContextItem, HistoryMessage } from './assistant/answer/prompt.ts'
export type { Question } from './assistant/answer/question.ts'
export { CheckClaims } from './assistant/claims/check-claims.ts'
export {
  type ComparedMeasure,
  type ComparedReport,
  compareEvaluations,
} from './assistant/evaluation/compare-evaluations.ts'
export {
  type ChangedQuestion,
  compareRuns,
  type QuestionResult,
  type RunComparison,
  searchedTheSame,
} from './assistant/evaluation/compare-runs.ts'
export { type BeirFiles, parseBeir } from './assistant/evaluation/corpus/beir.ts'
export { EvaluateCorpus } from './assistant/evaluation/corpus/evaluate-corpus.ts'
export type { AnswerChecks, CheckCount, RetrievalMetrics } from './assistant/evaluation/evaluate.ts'
export {
  type EvaluationQuestion,
  parseEvaluation,
  QUESTION_ORIGINS,
  type QuestionOrigin,
} from './assistant/evaluation/evaluation-questions.ts'
export { type EvaluationRun, EvaluationRuns, wentWrong } from './assistant/evaluation/evaluation-runs.ts'
export { EvaluationSet, type SavedQuestion } from './assistant/evaluation/evaluation-set.ts'
export {
  type DifferentSetting,
  differentSettings,
  EvaluationSettings,
} from './assistant/evaluation/evaluation-settings.ts'
export {
  type GeneratedEvaluation,
  GenerateEvaluation,
} from './assistant/evaluation/generate/generate-evaluation.ts'
export { isCertain } from './assistant/evaluation/paired-bootstrap.ts'
export {
  type EvaluatedQuestion,
  type EvaluationReport,
  RunEvaluation,
} from './assistant/evaluation/run-evaluation.ts'
export { checkNames, type NameEvidence, type NameIndex } from './assistant/grounding/check-names.ts'
export { EvidenceNames } from './assistant/grounding/evidence-names.ts'
export { FilterScopes } from './assistant/search/filter-scopes.ts'
export type { SearchResultView } from './assistant/search/found-passages.ts'
export { RerankPassages } from './assistant/search/rerank-passages.ts'
export { SearchDocs } from './assistant/search/search-docs.ts'
export { forgetVisitor } from './assistant/threads/forget-visitor.ts'
export { pruneThreads } from './assistant/threads/prune-threads.ts'
export { RateAnswer, type RateAnswerRequest } from './assistant/threads/rate-answer.ts'
export { type AnswerClaims, ReadClaims, type ReadClaimsRequest } from './assistant/threads/read-claims.ts'
export type { AddedAssistantTool, AddedAssistantToolContext } from './assistant/tools/added-assistant-tool.ts'
export { createDocent, type DocentOptions } from './container/create-docent.ts'
export type { NameWork } from './container/named-work.ts'
export type { SettingsInput } from './container/resolve-settings.ts'
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
export type { AuditActor, AuditDetails, AuditEntry } from './domain/audit-entry.ts'
export { branchFor, isBranchName } from './domain/branch-name.ts'
export {
  type CheckedClaim,
  type CheckedClaims,
  type ClaimCount,
  type ClaimPassage,
  type ClaimSettings,
  countClaims,
  unsupportedClaims,
  withClaims,
} from './domain/checked-claims.ts'
export { type ContextRepository, type FoundContext, MOST_CONTEXTS } from './domain/context-repository.ts'
export {
  ALL_TIME,
  type CountedPeriod,
  countedPeriod,
  SPAN_LEVEL,
  SPAN_MS,
  spanOf,
  wholeDaysOf,
} from './domain/counted-spans.ts'
export {
  GROUNDING_MODES,
  type GroundedName,
  type Grounding,
  type GroundingMode,
  NAME_VERDICTS,
  type NameVerdict,
  type RemovedName,
} from './domain/grounding.ts'
export {
  DEFAULT_ORGANIZATION,
  type JobId,
  jobId,
  type KeyId,
  keyId,
  type OrganizationId,
  organizationId,
  type ProjectId,
  projectId,
  type ThreadId,
  threadId,
} from './domain/ids.ts'
export {
  INDEX_PROBLEM_KINDS,
  type IndexProblem,
  type IndexProblemKind,
  type IndexProblemSeverity,
  type ProblemGroup,
} from './domain/index-problem.ts'
export {
  countInvented,
  type InventedName,
  type InventedNameCount,
  type InventedNames,
  inventedIn,
} from './domain/invented-names.ts'
export {
  type HaltReason,
  type Job,
  type JobChange,
  type JobEvent,
  type JobMessage,
  type JobPullRequest,
  type JobStatus,
  type JobWaiting,
  type NewJobMessage,
  type PullRequestState,
  type StoredJobEvent,
  type Todo,
  WAITS_FOR,
  type WaitsFor,
} from './domain/job.ts'
export { decodeJobCursor, encodeJobCursor, type JobCursor } from './domain/job-cursor.ts'
export {
  applyTransition,
  beginJob,
  beginPublishing,
  continueAfterFailure,
  continueRun,
  type JobState,
  type JobTransition,
  stateOf,
} from './domain/job-state.ts'
export { withoutWaiting, withWaiting } from './domain/job-waiting.ts'
export type { Json } from './domain/json.ts'
export {
  KEY_SCOPES,
  type KeyHash,
  type KeyKind,
  type KeyRecord,
  type KeyScope,
  type Reach,
} from './domain/key.ts'
export { LeaseSettings } from './domain/lease-settings.ts'
export {
  type LimitRequest,
  type LimitResult,
  type LimitScope,
  type LimitState,
  type LimitWindow,
  windowAt,
} from './domain/limit.ts'
export { decodeListCursor, encodeListCursor, type ListPosition } from './domain/list-cursor.ts'
export { LruCache } from './domain/lru-cache.ts'
export {
  type CounterName,
  type GaugeName,
  type HistogramName,
  METRICS,
  type MetricDefinition,
  type MetricName,
} from './domain/metrics.ts'
export { monthlySpend } from './domain/monthly-spend.ts'
export { namedPage } from './domain/named-page.ts'
export { normalizedQuery } from './domain/normalized-query.ts'
export { openStepAfter } from './domain/open-step.ts'
export { OUTBOX_TYPES, type OutboxMessage, type OutboxType, outboxMessages } from './domain/outbox.ts'
export {
  PAGE_FEEDBACK_SOURCES,
  PAGE_FEEDBACK_STATUSES,
  type PageFeedback,
  type PageFeedbackSource,
  type PageFeedbackStatus,
} from './domain/page-feedback.ts'
export { pageUrl } from './domain/page-url.ts'
export type { PageView, ReaderKind } from './domain/page-view.ts'
export {
  holdsScope,
  MEMBER_ROLES,
  type MemberRole,
  PERMISSIONS,
  type Permission,
  permissionsOfRole,
  permissionsOfScopes,
} from './domain/permission.ts'
export type { Organization, Project, ProjectModels, ProjectSource } from './domain/project.ts'
export { ProjectUpdate, UpdateCommit } from './domain/project-update.ts'
export { branchOf, pullRequestState } from './domain/pull-request-facts.ts'
export type { RecordedSearch, SearchClick, SearchSource } from './domain/recorded-search.ts'
export { reservedNameIssue } from './domain/reserved-names.ts'
export { type RunOutcome, withoutPullRequestLine } from './domain/run-outcome.ts'
export {
  AgentSettings,
  AssistantSettings,
  LimitSettings,
  OrganizationLimits,
} from './domain/settings-schemas.ts'
export { sleep } from './domain/sleep.ts'
export type { SpendKey, SpendState } from './domain/spend.ts'
export {
  checkChangedFiles,
  checkJobBytes,
  MAX_CHANGED_FILE_BYTES,
  MAX_JOB_BYTES,
} from './domain/step-limits.ts'
export { parseStored, stringifyStored } from './domain/stored-json.ts'
export { assertSoundLimits, type CounterHold, type LimitCounter, takeLimits } from './domain/take-limits.ts'
export type {
  AnswerFeedback,
  AnswerOutcome,
  AnswerSource,
  FeedbackRating,
  Thread,
  ThreadTurn,
  TurnCaller,
} from './domain/thread.ts'
export type { UnconfirmedName } from './domain/unconfirmed-name.ts'
export { WakeUp } from './domain/wake-up.ts'
export type { WebhookTask, WebhookTaskKind, WebhookTaskStatus } from './domain/webhook-task.ts'
export { withoutCapabilities } from './domain/without-capabilities.ts'
export { ERROR_CODES, type ErrorCode } from './errors/codes.ts'
export { describeIssue, describeIssues } from './errors/describe-issues.ts'
export { DocentError, type DocentErrorOptions, type ErrorIssue } from './errors/docent-error.ts'
export { GitHostMisconfigured } from './errors/git-host-misconfigured.ts'
export { IdempotencyInUse } from './errors/idempotency-in-use.ts'
export { LeaseLost } from './errors/lease-lost.ts'
export { isMachineFailure } from './errors/machine-failure.ts'
export { nearestName } from './errors/nearest-name.ts'
export { RateLimited } from './errors/rate-limited.ts'
export { retryAfterMs } from './errors/retry-after.ts'
export { SpendReached } from './errors/spend-reached.ts'
export { type InTurnOptions, indexInTurn } from './ingest/index-in-turn.ts'
export { type IndexOptions, IndexProject, type IndexSummary } from './ingest/index-project.ts'
export { PageInspector } from './ingest/parsing/page-inspector.ts'
export { PageParsers } from './ingest/parsing/page-parsers.ts'
export { threadEntry } from './ingest/parsing/thread-entry.ts'
export type { ThreadFailure } from './ingest/parsing/thread-failure.ts'
export { ThreadPool, type ThreadPoolOptions } from './ingest/parsing/thread-pool.ts'
export { THREAD_READY } from './ingest/parsing/thread-ready.ts'
export { PrepareQuery } from './ingest/prepare-query.ts'
export { indexProblems, isForPeople } from './ingest/problems/problem-report.ts'
export { isIndexBusy } from './ingest/progress/index-busy.ts'
export {
  INDEX_STATE,
  type IndexPhase,
  type IndexProgress,
  openAttempts,
} from './ingest/progress/index-progress.ts'
export { wasPublished } from './ingest/progress/published-index.ts'
export { updateSummary } from './ingest/progress/update-summary.ts'
export { ProjectUpdates, projectOfUpdate } from './ingest/project-updates.ts'
export { commitOf } from './ingest/source/commit-of-revision.ts'
export { type NamedCount, type SourceTrial, TrySource } from './ingest/try-source.ts'
export { ArchiveIdleJobs } from './jobs/archive-idle-jobs.ts'
export { archiveJob } from './jobs/archive-job.ts'
export { cancelJob } from './jobs/cancel-job.ts'
export { CreateGapJob, type GapJobRequest } from './jobs/create-gap-job.ts'
export { CreateJob, type CreateJobRequest } from './jobs/create-job.ts'
export { Idempotency, type IdempotencyAnswer } from './jobs/idempotency.ts'
export { jobAnswerParts } from './jobs/job-answer-parts.ts'
export { JobConversation, type SpokenMessage } from './jobs/job-conversation.ts'
export { type JobView, jobView } from './jobs/job-views.ts'
export { LookUpPullRequests } from './jobs/look-up-pull-requests.ts'
export { type JobChanges, ReadJobChanges } from './jobs/read-job-changes.ts'
export { type JobUsage, ReadJobUsage } from './jobs/read-job-usage.ts'
export { ReadJobs } from './jobs/read-jobs.ts'
export { type RunControl, RunJob } from './jobs/run-job.ts'
export { SendMessage } from './jobs/send-message.ts'
export { Worker } from './jobs/worker.ts'
export { FallbackLimiter } from './limits/fallback-limiter.ts'
export { MemoryRateLimiter, type MemoryRateLimiterOptions } from './limits/memory-rate-limiter.ts'
export { MeteredModels } from './limits/metered-models.ts'
export { OutageGuard, type OutageGuardOptions, type ServiceOutage } from './limits/outage-guard.ts'
export { rateLimitHeaders } from './limits/rate-limit-headers.ts'
export {
  type LimitedOperation,
  type LimitSubject,
  type LimitSubjects,
  type LimitUse,
  RequestLimits,
} from './limits/request-limits.ts'
export { assertPriced, SpendCaps, type SpendSubject } from './limits/spend-caps.ts'
export { spendHeaders } from './limits/spend-headers.ts'
export {
  CheckModel,
  type CheckModelOptions,
  type ModelTasks,
  skipped as skippedCheck,
  type TasksRun,
} from './model-check/check-model.ts'
export { type CallMeter, CountedModel } from './model-check/counted-model.ts'
export {
  MODEL_CHECK_AREAS,
  type ModelAdvice,
  ModelCard,
  type ModelCheck,
  type ModelCheckArea,
  type ModelDefect,
  type ModelFitness,
} from './model-check/model-card.ts'
export { ModelChecks } from './model-check/model-checks.ts'
export { type Preview, Previews } from './pages/previews.ts'
export { ReadSite } from './pages/read-site.ts'
export { type NavigationNode, SiteOutline } from './pages/site-outline.ts'
export type { Actor, KeyActor, SignedInActor } from './plugin/actor.ts'
export { AuditNote } from './plugin/audit-note.ts'
export {
  type AddedCommand,
  type Command,
  type CommandArg,
  type CommandArgs,
  type CommandHelp,
  type CommandSpec,
  defineCommand,
  type ParsedArgs,
  RegisteredCommands,
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
  type BackgroundTask,
  BackgroundTasks,
  type DeadTask,
  type TaskHandler,
  type TaskQueue,
} from './ports/background-tasks.ts'
export type { CallOptions, Health } from './ports/call-options.ts'
export {
  ClaimChecker,
  type ClaimVerdict,
  type EvidencedClaim,
  NO_CLAIM_CHECKER,
} from './ports/claim-checker.ts'
export { Clock } from './ports/clock.ts'
export {
  type DocsSource,
  type PageFolder,
  RegisteredDocsSources,
  type SourceFile,
  type SourceFileRequest,
  type SourceProblem,
  type SourceSnapshot,
} from './ports/docs-source.ts'
export {
  type GitHost,
  type GitHostCapabilities,
  type GitRemote,
  type HostWebhook,
  type OpenedPullRequest,
  type PullRequest,
  type PullRequestDraft,
  type PullRequestEnd,
  type PullRequestPatch,
  RegisteredGitHosts,
  type RemoteRequest,
} from './ports/git-host.ts'
export { Ids } from './ports/ids.ts'
export {
  type Claim,
  type IdempotencyClaim,
  type IdempotencyRecord,
  type JobPage,
  type JobQuery,
  type JobQueue,
  JobStore,
  type Lease,
  type ModelMessage,
  type Outage,
  type RecordedStep,
  type StepDraft,
  type StepKind,
  type Wait,
} from './ports/job-store.ts'
export { KeyStore } from './ports/key-store.ts'
export { Logger } from './ports/logger.ts'
export { type CountedQuery, mergeSearches, positionIn, SEARCH_SOURCES } from './ports/merged-searches.ts'
export {
  type ModelDefaults,
  type ModelPrice,
  type ModelProvider,
  type ModelSetting,
  RegisteredModelProviders,
  type ResolvedModel,
} from './ports/model-provider.ts'
export { NamedLeases } from './ports/named-leases.ts'
export { ProjectNotes } from './ports/project-notes.ts'
export { ProjectStore } from './ports/project-store.ts'
export { RateLimiter } from './ports/rate-limiter.ts'
export {
  type PageCount,
  type PageCountQuery,
  type PageCounts,
  type PageFeedbackCount,
  type PageFeedbackFilter,
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
export { type Advice, Settings } from './ports/settings.ts'
export {
  STORED_TABLES,
  type StoredColumn,
  type StoredRow,
  type StoredRows,
  type StoredTable,
  type StoredValue,
} from './ports/stored-rows.ts'
export {
  type Attributes,
  NO_TELEMETRY,
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
  SearchTerm,
  SearchTermPage,
  ThreadReports,
  UnansweredQuestion,
} from './ports/thread-reports.ts'
export { ThreadStore } from './ports/thread-store.ts'
export { type Token, token } from './ports/token.ts'
export type { WebhookEndpoint } from './ports/webhook-endpoint.ts'
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
export { AddProject } from './projects/add-project.ts'
export { ChangeProject } from './projects/change-project.ts'
export { FindProject } from './projects/find-project.ts'
export { GitHosts } from './projects/git-hosts.ts'
export { Models } from './projects/models.ts'
export {
  domainIssue,
  ProjectConfig,
  type ProjectConfigInput,
  projectConfig,
  toProject,
} from './projects/project-config.ts'
export {
  type NotedOutage,
  OutageNotes,
  PROVIDER_KINDS,
  type ProviderKind,
} from './projects/providers/outage-notes.ts'
export { ProviderHealth } from './projects/providers/provider-health.ts'
export {
  type ActivityReport,
  type DayOfProject,
  type ModelUse,
  ReadActivity,
} from './projects/read-activity.ts'
export { RemoveProject } from './projects/remove-project.ts'
export { repositoryOf } from './projects/repository-of.ts'
export { isRepositoryPattern } from './projects/source-urls.ts'
export { type ConfiguredProjects, SyncProjects } from './projects/sync-projects.ts'
export { type ModelKind, type ModelTrial, TryModel } from './projects/try-model.ts'
export type { ReaderOrigin } from './readers/daily-visitors.ts'
export { GivePageFeedback, type PageFeedbackDraft } from './readers/give-page-feedback.ts'
export { readerKind } from './readers/reader-kind.ts'
export { RecordView } from './readers/record-view.ts'
export type { AnswerEncoder } from './streams/answer-encoder.ts'
export type { AnswerFinishReason, AnswerPart, AnswerUsage } from './streams/answer-part.ts'
export type { AnswerProducer, AnswerSink, TextSink } from './streams/answer-sink.ts'
export { createDataStreamEncoder } from './streams/data-stream.ts'
export { echoedThreadId } from './streams/echoed-thread-id.ts'
export { encodeAnswer } from './streams/encode-answer.ts'
export { FINISH_THREAD_ID_SETTINGS, finishThreadIdPlace } from './streams/finish-thread-id.ts'
export { encodeSseEvent, encodeSseRetry, SSE_KEEP_ALIVE } from './streams/sse.ts'
export { createUiMessageStreamEncoder } from './streams/ui-message-stream.ts'
export { type Backoff, defaultBackoff, retry } from './turn/backoff.ts'
export { emptyTag, noteTag, PROMPT_TAGS, readEmptyTags } from './turn/prompt-tags.ts'
export { runStep, type StepOutcome } from './turn/run-step.ts'
export type { StepPart, StepSink } from './turn/step-part.ts'
export type { StepRequest } from './turn/step-request.ts'
export {
  defineTool,
  type ToolContext,
  type ToolDefinition,
  type ToolOutput,
  type TurnTool,
} from './turn/turn-tool.ts'
export { type HostedProject, hostedProjects } from './webhooks/hosted-projects.ts'
export { type Receipt, ReceiveWebhook } from './webhooks/receive-webhook.ts'
export { RecordPullRequest } from './webhooks/record-pull-request.ts'
export { readWebhookSecret } from './webhooks/sign-webhook.ts'
export {
  DELIVERY_STATUSES,
  type DeliveryScope,
  type DeliveryStatus,
  type DeliveryView,
  WebhookDeliveries,
} from './webhooks/webhook-deliveries.ts'
export type { WebhookReply, WebhookRequest, WebhookTransport } from './webhooks/webhook-transport.ts'
export { type WebhookPorts, WebhookWorker } from './webhooks/webhook-worker.ts'
