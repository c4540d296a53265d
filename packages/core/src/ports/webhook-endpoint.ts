import type { OrganizationId, ProjectId } from '../domain/ids.ts'
import type { WebhookType } from '../domain/outbox.ts'

/** An address that wants to hear of jobs: of the configuration, or entered by a person and stored encrypted. */
export interface WebhookEndpoint {
  /** Stays the same as long as the address does; says nothing about it. */
  readonly id: string
  readonly organizationId: OrganizationId
  /** May hold a secret in its path: never logged, never stored in the clear, and only its host is shown. */
  readonly url: string
  /** Keys of the signatures, newest first, at least one: each delivery is signed with all of them. */
  readonly secrets: readonly Uint8Array[]
  /** Only these events; undefined for all events of jobs. */
  readonly events?: readonly WebhookType[]
  /** Only these projects of the organization; undefined for all. */
  readonly projectIds?: readonly ProjectId[]
  /** True lets it be `http:`, and an address of a private network, of this machine, or link-local. */
  readonly allowPrivate: boolean
}
