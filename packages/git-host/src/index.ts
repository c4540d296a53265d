export { askForNames, type NameRequest } from './ask-for-names.ts'
export { type DraftTitles, readTitle } from './draft-title.ts'
export { type GitHostSettings, gitHostOptions, gitHostSettings } from './host-options.ts'
export type { HostPull, PullQuery } from './host-pull.ts'
export type { HostWords } from './host-words.ts'
export {
  HostClient,
  type HostClientDependencies,
  type HostClientSettings,
  type HostReply,
  type HostRequest,
  nextPage,
} from './http/host-client.ts'
export { type HostFetchOptions, hostFetch } from './http/host-fetch.ts'
export { HostRefusal } from './http/host-refusal.ts'
export {
  type GitHostHttpSettings,
  gitHostHttpOptions,
  givenVariable,
  httpSettingsOf,
} from './http/http-options.ts'
export {
  type HostFailureContext,
  mapHostFailure,
  type RefusalRule,
  safeCause,
} from './http/map-host-failure.ts'
export { type RedactorOptions, redactor } from './http/redactor.ts'
export { registerHost } from './register-host.ts'
export { RepositoryApi, type RepositoryApiSettings } from './repository-api.ts'
export { type RepositoryUrlRules, repositoryPath } from './repository-url.ts'
export { RestGitHost } from './rest-git-host.ts'
export { TokenGitHost, type TokenGitHostDependencies } from './token-git-host.ts'
export type {
  CreatedPull,
  Doing,
  HostCall,
  HostProfile,
  HostWebhooks,
  PullChange,
} from './vendor-git-host.ts'
export { isSameText, readPayload } from './webhooks/read-webhook.ts'
export {
  commentBy,
  githubShapedEvents,
  pullChanged,
  pushTo,
  type WebhookAuthor,
  type WebhookComment,
  type WebhookEvent,
} from './webhooks/webhook-events.ts'
export { isHexSignature, isStandardWebhook } from './webhooks/webhook-signature.ts'
