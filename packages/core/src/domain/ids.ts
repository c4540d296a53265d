declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

/** Identifier of an organization, such as `default`. */
export type OrganizationId = Branded<'OrganizationId'>
/** Identifier of a project, unique on the server and immutable. */
export type ProjectId = Branded<'ProjectId'>
/** Identifier of an agent job. */
export type JobId = Branded<'JobId'>
/** Identifier of an assistant thread: 128 random bits. */
export type ThreadId = Branded<'ThreadId'>
/** Identifier of an API key's record: never the key itself. */
export type KeyId = Branded<'KeyId'>

export const organizationId = (value: string): OrganizationId => value as OrganizationId
export const projectId = (value: string): ProjectId => value as ProjectId
export const jobId = (value: string): JobId => value as JobId
export const threadId = (value: string): ThreadId => value as ThreadId
export const keyId = (value: string): KeyId => value as KeyId

/** The organization that exists on every server. */
export const DEFAULT_ORGANIZATION: OrganizationId = organizationId('default')
