export type { NameRequest } from './ask-for-names.ts'
export { type DraftTitles, readTitle } from './draft-title.ts'
export { githubShapedEvents, githubShapedPull, githubShapedRepository } from './github-shaped.ts'
export {
  type GitHostSettings,
  gitHostHttpOptions,
  gitHostOptions,
  gitHostSettings,
  givenVariable,
  milliseconds,
} from './host-options.ts'
export { endOf, type HostPull, type PullQuery } from './host-pull.ts'
export type { HostWords } from './host-words.ts'
export { HostClient, type HostReply, type HostRequest, nextPage } from './http/host-client.ts'
export { HostRefusal } from './http/host-refusal.ts'
export { mapChannelFailure } from './http/map-channel-failure.ts'
export { mapHostFailure, type RefusalRule, safeCause } from './http/map-host-failure.ts'
export { redactor } from './http/redactor.ts'
export { registerHost } from './register-host.ts'
export { RepositoryApi } from './repository-api.ts'
export { RestGitHost } from './rest-git-host.ts'
export { TokenGitHost, type TokenProfile } from './token-git-host.ts'
export type {
  CreatedPull,
  Doing,
  GitHostDependencies,
  HostCall,
  HostProfile,
  HostRepository,
  PullChange,
} from './vendor-git-host.ts'
export type { HostWebhooks } from './webhooks/host-webhooks.ts'
export { isSameText } from './webhooks/read-webhook.ts'
export {
  commentBy,
  pullChanged,
  pushTo,
  type WebhookAuthor,
  type WebhookComment,
  type WebhookEvent,
} from './webhooks/webhook-events.ts'
export { hexSigned, isStandardWebhook } from './webhooks/webhook-signature.ts'
