// tsyringe refuses to load without it, so it comes before everything else; plugin.ts alone imports it too.
import 'reflect-metadata'

export { Authenticate } from './access/authenticate.ts'
export { ChangeKey } from './access/change-key.ts'
export { clientIp } from './access/client-ip.ts'
export { EnteredSecrets } from './access/entered-secrets.ts'
export { IssueKey, type IssueKeyRequest } from './access/issue-key.ts'
export { keySecrets } from './access/key-secrets.ts'
export { KeysOfOlderSecrets } from './access/keys-of-older-secrets.ts'
export { makeOwnerLink } from './access/make-owner-link.ts'
export { hasLeft, isReader, makeReaderToken, openReader } from './access/reader-token.ts'
export { RecordAudit } from './access/record-audit.ts'
export { restoreKey, revokeKey } from './access/revoke-key.ts'
export { openSecret, sealSecret } from './access/seal-secret.ts'
export { SignInLimits } from './access/sign-in-limits.ts'
export { assertChangeWithinKey, assertWithinKey, coversProjects } from './access/within-key.ts'
export { confirmNames, type NameCheck } from './agent/names/confirm-names.ts'
export { PROTECTED_FILES } from './agent/policy/protected-files.ts'
export { GAP_STATES } from './assistant/analytics/gap-marks.ts'
export { type ProjectGap, ProjectGaps } from './assistant/analytics/project-gaps.ts'
export { type ConversationDetail, ReadAnalytics } from './assistant/analytics/read-analytics.ts'
export { AnswerQuestion } from './assistant/answer/answer-question.ts'
export { ExplainAnswer } from './assistant/answer/explain-answer.ts'
export type { ContextItem, HistoryMessage } from './assistant/answer/prompt.ts'
export type { Question } from './assistant/answer/question.ts'
export {
  type ComparedMeasure,
  type ComparedReport,
  compareEvaluations,
} from './assistant/evaluation/compare-evaluations.ts'
export { compareRuns, searchedTheSame } from './assistant/evaluation/compare-runs.ts'
export { parseBeir } from './assistant/evaluation/corpus/beir.ts'
export { EvaluateCorpus } from './assistant/evaluation/corpus/evaluate-corpus.ts'
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
export { GenerateEvaluation } from './assistant/evaluation/generate/generate-evaluation.ts'
export { isCertain } from './assistant/evaluation/paired-bootstrap.ts'
export { PreviewEmbedding } from './assistant/evaluation/preview-embedding.ts'
export {
  type EvaluatedQuestion,
  type EvaluationReport,
  RunEvaluation,
} from './assistant/evaluation/run-evaluation.ts'
export { checkNames, type NameEvidence, type NameIndex } from './assistant/grounding/check-names.ts'
export { EvidenceNames } from './assistant/grounding/evidence-names.ts'
export type { SearchResultView } from './assistant/search/found-passages.ts'
export { ReadDocs } from './assistant/search/read-docs.ts'
export { forgetVisitor } from './assistant/threads/forget-visitor.ts'
export { RateAnswer } from './assistant/threads/rate-answer.ts'
export { ReadClaims } from './assistant/threads/read-claims.ts'
export { housekeeping } from './background/housekeeping.ts'
export { IndexTasks } from './background/index-tasks.ts'
export { IndexingSchedule } from './background/indexing-schedule.ts'
export { PeriodicTask } from './background/periodic-task.ts'
export { UpdateRunner } from './background/update-runner.ts'
export { ChannelAgent } from './channels/channel-agent.ts'
export { ChannelPeople } from './channels/channel-people.ts'
export { ChannelWorker } from './channels/channel-worker.ts'
export { type DryAnswer, DryRunChannel } from './channels/dry-run-channel.ts'
export { ChannelPlaces } from './channels/places/channel-places.ts'
export { ReceiveChannelEvents } from './channels/receive-channel-events.ts'
export { additionsOf, createDocent, type DocentOptions } from './container/create-docent.ts'
export type { NameWork } from './container/named-work.ts'
export type { SettingsInput } from './container/resolve-settings.ts'
export type { AuditActor, AuditDetails } from './domain/audit-entry.ts'
export type { Automation } from './domain/automation.ts'
export { countClaims } from './domain/checked-claims.ts'
export type { CodeChangeKind, CodeEvidence, EvidenceRow } from './domain/code-evidence.ts'
export { type ContextRepository, type FoundContext, MOST_CONTEXTS } from './domain/context-repository.ts'
export { GROUNDING_MODES, type GroundedName, NAME_VERDICTS } from './domain/grounding.ts'
export { DEFAULT_ORGANIZATION, jobId, keyId, threadId } from './domain/ids.ts'
export { INDEX_PROBLEM_KINDS, type IndexProblem, type ProblemGroup } from './domain/index-problem.ts'
export {
  type HaltReason,
  type JobPullRequest,
  type JobWaiting,
  type Todo,
  WAITS_FOR,
  type WaitsFor,
} from './domain/job.ts'
export { applyTransition, beginJob } from './domain/job-state.ts'
export { KEY_SCOPES, type KeyScope, type Reach } from './domain/key.ts'
export { languageName } from './domain/language-name.ts'
export { LeaseSettings } from './domain/lease-settings.ts'
export type { LimitScope, LimitWindow } from './domain/limit.ts'
export { LruCache } from './domain/lru-cache.ts'
export type { MetricName } from './domain/metrics.ts'
export { monthlySpend } from './domain/monthly-spend.ts'
export { namedPage } from './domain/named-page.ts'
export { OUTBOX_TYPES, WEBHOOK_TYPES } from './domain/outbox.ts'
export {
  PAGE_FEEDBACK_SOURCES,
  PAGE_FEEDBACK_STATUSES,
  type PageFeedbackSource,
} from './domain/page-feedback.ts'
export { pageUrl } from './domain/page-url.ts'
export {
  MEMBER_ROLES,
  PERMISSIONS,
  type Permission,
  permissionsOfRole,
  permissionsOfScopes,
} from './domain/permission.ts'
export { isOpenToAll } from './domain/project.ts'
export { contextsOf } from './domain/project-contexts.ts'
export { ProjectUpdate } from './domain/project-update.ts'
export { branchOf } from './domain/pull-request-facts.ts'
export { RateLimited } from './domain/rate-limited.ts'
export { sameRepository } from './domain/repository-place.ts'
export { reservedNameIssue } from './domain/reserved-names.ts'
export { type RunOutcome, withoutPullRequestLine } from './domain/run-outcome.ts'
export {
  AgentSettings,
  AssistantSettings,
  LimitSettings,
  OrganizationLimits,
} from './domain/settings-schemas.ts'
export type { SpendKey, SpendState } from './domain/spend.ts'
export type { UnconfirmedName } from './domain/unconfirmed-name.ts'
export type { WatchedCode } from './domain/watched-code.ts'
export { withoutCapabilities } from './domain/without-capabilities.ts'
export { ERROR_CODES, type ErrorCode } from './errors/codes.ts'
export { describeIssue, describeIssues } from './errors/describe-issues.ts'
export type { ErrorIssue } from './errors/docent-error.ts'
export { nearestName } from './errors/nearest-name.ts'
export { indexInTurn } from './ingest/index-in-turn.ts'
export { IndexProject } from './ingest/index-project.ts'
export { PageInspector } from './ingest/parsing/page-inspector.ts'
export { PageParsers } from './ingest/parsing/page-parsers.ts'
export { lossesOf, problemLine, problemLines } from './ingest/problems/problem-lines.ts'
export { indexProblems, isForPeople } from './ingest/problems/problem-report.ts'
export { isIndexBusy } from './ingest/progress/index-busy.ts'
export { INDEX_STATE, type IndexProgress } from './ingest/progress/index-progress.ts'
export { wasPublished } from './ingest/progress/published-index.ts'
export { ProjectUpdates, projectOfUpdate } from './ingest/project-updates.ts'
export { type NamedCount, type SourceTrial, TrySource } from './ingest/try-source.ts'
export { archiveJob, restoreJob } from './jobs/archive-job.ts'
export { cancelJob } from './jobs/cancel-job.ts'
export { cancelJobs } from './jobs/cancel-jobs.ts'
export { CreateGapJob } from './jobs/create-gap-job.ts'
export { CreateJob, type CreateJobRequest } from './jobs/create-job.ts'
export { Idempotency } from './jobs/idempotency.ts'
export { jobAnswerParts } from './jobs/job-answer-parts.ts'
export { JobConversation } from './jobs/job-conversation.ts'
export { jobView } from './jobs/job-views.ts'
export { LookUpPullRequests } from './jobs/look-up-pull-requests.ts'
export { ReadJobChanges } from './jobs/read-job-changes.ts'
export { type JobUsage, ReadJobUsage } from './jobs/read-job-usage.ts'
export { ReadJobs } from './jobs/read-jobs.ts'
export { RunJob } from './jobs/run-job.ts'
export { SendMessage } from './jobs/send-message.ts'
export { Worker } from './jobs/worker.ts'
export { FallbackLimiter } from './limits/fallback-limiter.ts'
export type { MemoryRateLimiterOptions } from './limits/memory-rate-limiter.ts'
export { rateLimitHeaders } from './limits/rate-limit-headers.ts'
export { type LimitedOperation, type LimitUse, RequestLimits } from './limits/request-limits.ts'
export { SpendCaps } from './limits/spend-caps.ts'
export { spendHeaders } from './limits/spend-headers.ts'
export {
  CheckModel,
  type CheckModelOptions,
  type ModelTasks,
  skipped as skippedCheck,
} from './model-check/check-model.ts'
export { type CallMeter, CountedModel } from './model-check/counted-model.ts'
export { ModelCard, type ModelCheck, type ModelDefect, type ModelFitness } from './model-check/model-card.ts'
export { ModelChecks } from './model-check/model-checks.ts'
export { KeepModels } from './models/keep-models.ts'
export { Models } from './models/models.ts'
export {
  type PageAddresses,
  type PageReference,
  pictureAddress,
  referenceResolver,
} from './pages/page-links.ts'
export { oneLine, pageMarkdown } from './pages/page-markdown.ts'
export { Previews } from './pages/previews.ts'
export { ReadSite } from './pages/read-site.ts'
export { type NavigationNode, SiteOutline } from './pages/site-outline.ts'
export type { BackgroundTask } from './ports/background-tasks.ts'
export { RegisteredDocsSources } from './ports/docs-source.ts'
export { RegisteredGitHosts } from './ports/git-host.ts'
export type { ModelMessage } from './ports/job-store.ts'
export { RegisteredModelProviders } from './ports/model-provider.ts'
export { type Advice, Settings } from './ports/settings.ts'
export { NO_TELEMETRY } from './ports/telemetry.ts'
export type { SearchTerm } from './ports/thread-reports.ts'
export { type Token, token } from './ports/token.ts'
export type { WebhookEndpoint } from './ports/webhook-endpoint.ts'
export { AddProject } from './projects/add-project.ts'
export { BRAND_SLOTS, type Brand, BrandSettings, type BrandSlot } from './projects/brand/brand.ts'
export { brandFilePath, brandStylePath, brandStyleWith } from './projects/brand/brand-style.ts'
export { pictureType } from './projects/brand/picture-type.ts'
export { ProjectBrands } from './projects/brand/project-brands.ts'
export { ChangeProject } from './projects/change-project.ts'
export { ChannelsConfig } from './projects/channels-config.ts'
export { FindProject } from './projects/find-project.ts'
export { GitHosts } from './projects/git-hosts.ts'
export { notePullRequest } from './projects/note-pull-request.ts'
export {
  domainIssue,
  ProjectConfig,
  type ProjectConfigInput,
  projectConfig,
  toProject,
} from './projects/project-config.ts'
export { type NotedOutage, OutageNotes, type ProviderKind } from './projects/providers/outage-notes.ts'
export { ProviderHealth } from './projects/providers/provider-health.ts'
export { type DayOfProject, ReadActivity } from './projects/read-activity.ts'
export { RemoveProject } from './projects/remove-project.ts'
export { isRepositoryPattern } from './projects/source-urls.ts'
export { SupportConfig } from './projects/support-config.ts'
export { type ConfiguredProjects, SyncProjects } from './projects/sync-projects.ts'
export { TryModel } from './projects/try-model.ts'
export { GivePageFeedback } from './readers/give-page-feedback.ts'
export { RecordView } from './readers/record-view.ts'
export { FilterScopes } from './search/filter-scopes.ts'
export { PrepareQuery } from './search/prepare-query.ts'
export { RerankPassages } from './search/rerank-passages.ts'
export { SearchDocs } from './search/search-docs.ts'
export type { AnswerEncoder } from './streams/answer-encoder.ts'
export type { AnswerPart } from './streams/answer-part.ts'
export type { AnswerProducer, TextSink } from './streams/answer-sink.ts'
export { createDataStreamEncoder } from './streams/data-stream.ts'
export { echoedThreadId } from './streams/echoed-thread-id.ts'
export { encodeAnswer } from './streams/encode-answer.ts'
export { FINISH_THREAD_ID_SETTINGS, finishThreadIdPlace } from './streams/finish-thread-id.ts'
export { createMarkdownEncoder } from './streams/markdown-answer.ts'
export { encodeSseEvent, SSE_KEEP_ALIVE } from './streams/sse.ts'
export { createUiMessageStreamEncoder } from './streams/ui-message-stream.ts'
export { emptyTag, noteTag } from './turn/prompt-tags.ts'
export { commentPrompt, droppedRows } from './webhooks/comment-prompt.ts'
export {
  type EndpointDraft,
  type ListedEndpoint,
  WebhookEndpoints,
} from './webhooks/endpoints/webhook-endpoints.ts'
export { EscalateConversation } from './webhooks/escalate-conversation.ts'
export { HandOver } from './webhooks/hand-over.ts'
export { WATCH_QUEUE } from './webhooks/handle-received.ts'
export { hostedProjects } from './webhooks/hosted-projects.ts'
export { ReceiveWebhook } from './webhooks/receive-webhook.ts'
export { RecordPullRequest } from './webhooks/record-pull-request.ts'
export { readWebhookSecret } from './webhooks/sign-webhook.ts'
export {
  DELIVERY_STATUSES,
  type DeliveryScope,
  type DeliveryStatus,
  WebhookDeliveries,
} from './webhooks/webhook-deliveries.ts'
export type { WebhookReply, WebhookRequest, WebhookTransport } from './webhooks/webhook-transport.ts'
export { WebhookWorker } from './webhooks/webhook-worker.ts'
