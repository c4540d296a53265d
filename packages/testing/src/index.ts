export { accountsCases, accountsContract } from './contracts/accounts.ts'
export type { AccountsContext } from './contracts/accounts-context.ts'
export { type AuditLogContext, auditLogCases, auditLogContract } from './contracts/audit-log.ts'
export {
  type BackgroundTasksContext,
  backgroundTasksCases,
  backgroundTasksContract,
} from './contracts/background-tasks.ts'
export {
  type ChannelContext,
  type ChannelMessage,
  channelCases,
  channelContract,
  type SaidMessage,
  type Shown,
} from './contracts/channel.ts'
export {
  type ClaimCheckerContext,
  claimCheckerCases,
  claimCheckerContract,
} from './contracts/claim-checker.ts'
export {
  type ContractCase,
  type ContractContext,
  contractSuite,
  failingCases,
} from './contracts/contract-case.ts'
export { docsSourceCases, docsSourceContract } from './contracts/docs-source.ts'
export { type DocsSourceContext, makeProject } from './contracts/docs-source-context.ts'
export { gitHostCases, gitHostContract } from './contracts/git-host.ts'
export type {
  ContractDelivery,
  DeliveryDraft,
  GitHostContext,
  GitHostNetwork,
  GitHostWebhooks,
  NotThere,
} from './contracts/git-host-context.ts'
export { gitHostFaults } from './contracts/git-host-faults.ts'
export type { PlantedHostFault } from './contracts/host-fault.ts'
export {
  type Disturbance,
  HostTraffic,
  type PlannedReply,
  type SentRequest,
} from './contracts/host-traffic.ts'
export { jobStoreCases, jobStoreContract } from './contracts/job-store.ts'
export type { JobStoreContext } from './contracts/job-store-context.ts'
export { jobStoreProperty } from './contracts/job-store-property.ts'
export { type KeyStoreContext, keyStoreCases, keyStoreContract } from './contracts/key-store.ts'
export { limiterProperty } from './contracts/limiter-property.ts'
export { makeGitOrigin } from './contracts/make-git-origin.ts'
export {
  type ModelProviderContext,
  modelProviderCases,
  modelProviderContract,
} from './contracts/model-provider.ts'
export {
  type NamedLeasesContext,
  namedLeasesCases,
  namedLeasesContract,
} from './contracts/named-leases.ts'
export { plantedHostFaults } from './contracts/planted-host-faults.ts'
export {
  type ProjectNotesContext,
  projectNotesCases,
  projectNotesContract,
} from './contracts/project-notes.ts'
export {
  type ProjectStoreContext,
  projectStoreCases,
  projectStoreContract,
} from './contracts/project-store.ts'
export { rateLimiterCases, rateLimiterContract } from './contracts/rate-limiter.ts'
export type { RateLimiterContext } from './contracts/rate-limiter-context.ts'
export {
  type ReadingStoreContext,
  readingStoreCases,
  readingStoreContract,
} from './contracts/reading-store.ts'
export { RecordedLog } from './contracts/recorded-log.ts'
export { retrieverCases, retrieverContract } from './contracts/retriever.ts'
export type { RetrieverContext } from './contracts/retriever-context.ts'
export { retrieverRelevance, retrieverRelevanceCases } from './contracts/retriever-relevance.ts'
export { type SecretStoreContext, secretStoreCases, secretStoreContract } from './contracts/secret-store.ts'
export {
  type FinishedSpan,
  type TelemetryContext,
  telemetryCases,
  telemetryContract,
} from './contracts/telemetry.ts'
export { type ThreadStoreContext, threadStoreCases, threadStoreContract } from './contracts/thread-store.ts'
export {
  type WebhookStoreContext,
  webhookStoreCases,
  webhookStoreContract,
} from './contracts/webhook-store.ts'
export { workspacesCases, workspacesContract } from './contracts/workspaces.ts'
export {
  type ContractRepository,
  commitRequest,
  openWorkspace,
  type WorkspacesContext,
} from './contracts/workspaces-context.ts'
export { workspacesProperty } from './contracts/workspaces-property.ts'
export { cpuTimeOf } from './cpu-time.ts'
export { codeOf } from './fakes/authenticator-app.ts'
export { ManualClock } from './fakes/manual-clock.ts'
export { MemoryAccounts } from './fakes/memory-accounts.ts'
export { MemoryAuditLog } from './fakes/memory-audit-log.ts'
export { MemoryBackgroundTasks } from './fakes/memory-background-tasks.ts'
export { MemoryChannel, type SaidPost } from './fakes/memory-channel.ts'
export { MemoryClaimChecker } from './fakes/memory-claim-checker.ts'
export { MemoryDocsSource } from './fakes/memory-docs-source.ts'
export { MemoryGitHost, type MemoryGitHostOptions } from './fakes/memory-git-host.ts'
export { MemoryJobStore } from './fakes/memory-job-store.ts'
export { MemoryKeyStore } from './fakes/memory-key-store.ts'
export { MemoryNamedLeases } from './fakes/memory-named-leases.ts'
export { MemoryProjectNotes } from './fakes/memory-project-notes.ts'
export { MemoryProjectStore } from './fakes/memory-project-store.ts'
export { MemoryReadingStore } from './fakes/memory-reading-store.ts'
export { MemoryRetriever } from './fakes/memory-retriever.ts'
export { MemorySecretStore } from './fakes/memory-secret-store.ts'
export { MemoryThreadStore } from './fakes/memory-thread-store.ts'
export { MemoryWebhookStore } from './fakes/memory-webhook-store.ts'
export { MemoryWorkspace } from './fakes/memory-workspace.ts'
export { ModelRateLimiter } from './fakes/model-rate-limiter.ts'
export { type RecordedSpan, RecordedTelemetry } from './fakes/recorded-telemetry.ts'
export { BareRepository, type ChangedFile, GIT_ENVIRONMENT } from './material/bare-repository.ts'
export { indexedPage, type PageDraft } from './material/retriever-pages.ts'
export type { SeedFile } from './material/seed-file.ts'
export { type HashedEmbeddingOptions, hashedEmbedding, hashedVector } from './models/hashed-embedding.ts'
export { type OverlapRerankingOptions, overlapReranking, wordOverlap } from './models/overlap-reranking.ts'
export { deltasOf, toolCallsOf, wholeText } from './models/reply-parts.ts'
export { type ScriptedModel, type ScriptedModelOptions, scriptedModel } from './models/scripted-model.ts'
export { type ProvidedModel, scriptedProvider } from './models/scripted-provider.ts'
export {
  replyTo,
  type Script,
  type ScriptedReply,
  type ScriptedToolCall,
  type ScriptedUsage,
} from './models/scripted-reply.ts'
export { type NeededService, type NotRun, needs } from './needs.ts'
