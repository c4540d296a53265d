export { SimulatedDiscord, simulateDiscord } from './channels/simulated-discord.ts'
export { SimulatedGithubTalk, simulateGithubTalk } from './channels/simulated-github-talk.ts'
export { SimulatedSlack, simulateSlack } from './channels/simulated-slack.ts'
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
export type { GithubComment, GithubPull, GithubRepository, Permissions } from './github/github-model.ts'
export type { GithubRepositorySeed } from './github/github-repository-seed.ts'
export { type SimulateGithubOptions, simulateGithub } from './github/simulate-github.ts'
export type { SimulatedGithub } from './github/simulated-github.ts'
export { type GitlabWebhookSecrets, signGitlabWebhook } from './gitlab/sign-gitlab-webhook.ts'
export { type SimulatedGitlab, simulateGitlab } from './gitlab/simulate-gitlab.ts'
export type { RecordedRequest } from './host/host-server.ts'
export type { PlantedFault } from './host/planted-fault.ts'
export { postWebhook, signWebhook, type WebhookDelivery } from './host/send-webhook.ts'
export { type ServedRepository, serveRepository } from './host/serve-repository.ts'
export { anthropicWire } from './models/anthropic-wire.ts'
export { type ClaimsFault, type ClaimsWire, claimsWire } from './models/claims-wire.ts'
export { gatewayWire } from './models/gateway-wire.ts'
export { openaiChatWire } from './models/openai-chat-wire.ts'
export { openaiResponsesWire } from './models/openai-responses-wire.ts'
export { type RerankFault, type RerankWire, rerankWire } from './models/rerank-wire.ts'
export type { WireFault } from './models/wire-fault.ts'
export type { RecordedWireRequest, WireServer } from './models/wire-server.ts'
export { CommitCutter } from './postgres/commit-cutter.ts'
export { Pooler } from './postgres/pooler.ts'
export { postgresPrograms } from './postgres/postgres-programs.ts'
export { PostgresServer } from './postgres/postgres-server.ts'
export { type S3Fault, SimulatedS3, type SimulateS3Options } from './s3/simulate-s3.ts'
export { simulateSite } from './site/simulate-site.ts'
export {
  type SimulatedSite,
  type SiteFault,
  type SitePage,
  type SiteRequest,
  sitemapOf,
  sitemapUrl,
} from './site/simulated-site.ts'
export { withPostgres } from './with-postgres.ts'
