export {
  type ContractCase,
  type ContractContext,
  contractSuite,
  failingCases,
} from './contracts/contract-case.ts'
export { docsSourceCases, docsSourceContract } from './contracts/docs-source.ts'
export { type DocsSourceContext, makeProject } from './contracts/docs-source-context.ts'
export { gitHostCases, gitHostContract } from './contracts/git-host.ts'
export type { ContractDelivery, GitHostContext } from './contracts/git-host-context.ts'
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
  type ProjectStoreContext,
  projectStoreCases,
  projectStoreContract,
} from './contracts/project-store.ts'
export { type RateLimiterContext, rateLimiterCases, rateLimiterContract } from './contracts/rate-limiter.ts'
export { retrieverCases, retrieverContract } from './contracts/retriever.ts'
export type { RetrieverContext } from './contracts/retriever-context.ts'
export { indexedPage, type PageDraft } from './contracts/retriever-pages.ts'
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
  type SeedFile,
  type WorkspacesContext,
} from './contracts/workspaces-context.ts'
export { workspacesProperty } from './contracts/workspaces-property.ts'
export { ManualClock } from './fakes/manual-clock.ts'
export { MemoryDocsSource } from './fakes/memory-docs-source.ts'
export { MemoryGitHost, type MemoryGitHostOptions } from './fakes/memory-git-host.ts'
export { MemoryJobStore } from './fakes/memory-job-store.ts'
export { MemoryKeyStore } from './fakes/memory-key-store.ts'
export { MemoryProjectStore } from './fakes/memory-project-store.ts'
export { MemoryRetriever } from './fakes/memory-retriever.ts'
export { MemoryThreadStore } from './fakes/memory-thread-store.ts'
export { MemoryWebhookStore } from './fakes/memory-webhook-store.ts'
export { MemoryWorkspace } from './fakes/memory-workspace.ts'
export { ModelRateLimiter } from './fakes/model-rate-limiter.ts'
export type {
  ForgeAccess,
  ForgeComment,
  ForgePull,
  ForgeRepository,
  ForgeRepositorySeed,
  ForgeRole,
} from './forge/forge-model.ts'
export type { SimulatedForge, SimulateForgeOptions } from './forge/simulated-forge.ts'
export { signGiteaWebhook } from './gitea/sign-gitea-webhook.ts'
export { type SimulatedGitea, simulateGitea } from './gitea/simulate-gitea.ts'
export type { BareRepository } from './github/bare-repository.ts'
export type { GithubComment, GithubPull, GithubRepository, Permissions } from './github/github-model.ts'
export type { GithubRepositorySeed } from './github/github-repository-seed.ts'
export type { RecordedRequest } from './github/github-server.ts'
export type { PlantedFault } from './github/planted-fault.ts'
export { postWebhook, signWebhook, type WebhookDelivery } from './github/send-webhook.ts'
export { type SimulateGithubOptions, simulateGithub } from './github/simulate-github.ts'
export type { SimulatedGithub } from './github/simulated-github.ts'
export { type GitlabWebhookSecrets, signGitlabWebhook } from './gitlab/sign-gitlab-webhook.ts'
export { type SimulatedGitlab, simulateGitlab } from './gitlab/simulate-gitlab.ts'
export { type HashedEmbeddingOptions, hashedEmbedding, hashedVector } from './models/hashed-embedding.ts'
export { type OverlapRerankingOptions, overlapReranking, wordOverlap } from './models/overlap-reranking.ts'
export { type ScriptedModel, type ScriptedModelOptions, scriptedModel } from './models/scripted-model.ts'
export { type ProvidedModel, scriptedProvider } from './models/scripted-provider.ts'
export type { Script, ScriptedReply, ScriptedToolCall, ScriptedUsage } from './models/scripted-reply.ts'
export { anthropicWire } from './models/wire/anthropic-wire.ts'
export { openaiChatWire } from './models/wire/openai-chat-wire.ts'
export { openaiResponsesWire } from './models/wire/openai-responses-wire.ts'
export { type RerankFault, type RerankWire, rerankWire } from './models/wire/rerank-wire.ts'
export type { WireFault } from './models/wire/wire-fault.ts'
export type { RecordedWireRequest, WireServer } from './models/wire/wire-server.ts'
export { simulateSite } from './site/simulate-site.ts'
export {
  type SimulatedSite,
  type SiteFault,
  type SitePage,
  type SiteRequest,
  sitemapOf,
  sitemapUrl,
} from './site/simulated-site.ts'
