export { type DraftTitles, readTitle } from './draft-title.ts'
export {
  HostClient,
  type HostClientDependencies,
  type HostClientSettings,
  type HostReply,
  type HostRequest,
  nextPage,
} from './host-client.ts'
export { type HostFetchOptions, hostFetch } from './host-fetch.ts'
export { type GitHostSettings, gitHostOptions, gitHostSettings } from './host-options.ts'
export type { HostPull, PullQuery } from './host-pull.ts'
export { HostRefusal, retryAfterMs } from './host-refusal.ts'
export {
  type GitHostHttpSettings,
  gitHostHttpOptions,
  givenVariable,
  httpSettingsOf,
} from './http-options.ts'
export { type HostFailureContext, isHostTimeout, mapHostFailure, safeCause } from './map-host-failure.ts'
export { PULL_REQUEST_TEMPLATES } from './pull-request-templates.ts'
export { isSameText, type ParsedWebhook, readPayload } from './read-webhook.ts'
export { type RedactorOptions, redactor } from './redactor.ts'
export { registerHost } from './register-host.ts'
export { type RepositoryUrlRules, repositoryPath } from './repository-url.ts'
export { requireSignature } from './require-signature.ts'
export { RestGitHost } from './rest-git-host.ts'
export type {
  CreatedPull,
  Doing,
  HostCall,
  HostProfile,
  HostWords,
  PullChange,
} from './vendor-git-host.ts'
export { isHexSignature, isStandardWebhook } from './webhook-signature.ts'
