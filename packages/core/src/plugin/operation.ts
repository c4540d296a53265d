import type { z } from 'zod'
import type { OrganizationId } from '../domain/ids.ts'
import type { Job } from '../domain/job.ts'
import type { Json } from '../domain/json.ts'
import type { KeyKind, KeyRecord, KeyScope, Reach } from '../domain/key.ts'
import type { Permission } from '../domain/permission.ts'
import type { Project } from '../domain/project.ts'
import type { LimitedOperation } from '../limits/request-limits.ts'
import type { IdempotencyClaim, IdempotencyRecord } from '../ports/job-store.ts'
import { type Token, token } from '../ports/token.ts'
import type { Actor } from './actor.ts'
import type { AuditNote } from './audit-note.ts'
import type { Docent } from './docent.ts'
import type { Named } from './named-adapters.ts'
import type { Reply } from './reply.ts'

/** What an operation is handed. Query and body have passed their schemas. */
export interface PublicCall<Query = unknown, Body = unknown> {
  /** Path without the query, as the client wrote it. */
  readonly path: string
  /** From the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
  /** The JSON of the request before the schema took what it knows. */
  readonly rawBody: unknown
  /** The body as it came, of an operation that takes it so; empty otherwise. */
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Address of the client, see `clientIp`. */
  readonly ip: string
  /** Aborts when the client leaves or the server stops. */
  readonly signal: AbortSignal
  /** Finds the request in the log. */
  readonly requestId: string
  readonly docent: Docent
  /** Adds a header to whatever reply comes. */
  setHeader(name: string, value: string): void
  /** Adds a whole `Set-Cookie`, beside others. */
  addCookie(cookie: string): void
}

/** A call with a key, of the project that the path names and the key may see. */
export interface KeyedCall<Query = unknown, Body = unknown> extends PublicCall<Query, Body> {
  readonly key: KeyRecord
  readonly project: Project
  /** To commit together with what the request does, when it came with an `Idempotency-Key`. */
  readonly claim: IdempotencyClaim | undefined
}

/** A call of an operation of `/api`: by a signed-in person, or by a script with an admin key. */
export interface ApiCall<Query = unknown, Body = unknown> extends PublicCall<Query, Body> {
  readonly actor: Actor
  /** What the actor may do in the organization that the call is about. */
  readonly permissions: readonly Permission[]
  /** The organization that the call is about, and which of its projects the actor may see. */
  readonly reach: Reach
  readonly organizationId: OrganizationId
  /** The project that the path names by `{projectId}` or `{domain}`. */
  readonly project: Project
  /** What the audit log says about the call, to be completed by the operation. */
  readonly note: AuditNote
}

/** What the reference says about a success. */
export interface ReplyDescription {
  status: number
  description: string
  /** Media type → schema; none for an empty body. */
  content?: Readonly<Record<string, z.ZodType | undefined>>
  headers?: Readonly<Record<string, string>>
}

interface Described<Query extends z.ZodType, Body extends z.ZodType> {
  /** Stable: `operationId` of the reference. */
  id: string
  summary: string
  description?: string
  /** Heading of the reference. */
  tag: string
  query?: Query
  body?: Body
  /** What a body may have in any case, bytes, where `http.maxBodyBytes` would refuse what clients have to send. */
  maxBodyBytes?: number
  reply: ReplyDescription
}

/** An operation that needs a key. The project is named by `{projectId}` (admin keys) or `{domain}` (assistant keys). */
export interface KeyedOperation<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  More = object,
> extends Described<Query, Body> {
  key: KeyKind
  permission?: never
  /** Admin keys. */
  scope?: KeyScope
  limit?: LimitedOperation
  /** Needs no key for a project that is open to everyone. */
  isOpen?: boolean
  /** Finds out who calls by something else than a key; undefined leaves it to the key. */
  authenticate?(call: PublicCall & More): Promise<KeyRecord | undefined>
  /** `WWW-Authenticate` of a refusal, for clients that can get a token. Absent: `Bearer`. */
  challenge?(call: PublicCall & More): string | undefined
  /** The path names no project: it is about the organization of the key, and the projects that the key is for. */
  ofOrganization?: boolean
  /** Takes from the JSON of a body what is not read, before the schema is asked. Absent: nothing. */
  prepareBody?(body: unknown): unknown
  /** Path of the operation that replaces it. */
  deprecatedFor?: string
  /** Honours `Idempotency-Key`. */
  idempotency?: {
    /** The reply to keep for a replay, from the job as it was committed. */
    respond(job: Job, project: Project): { status: number; body: Json }
    /** How a replay answers; absent: the kept status and body. */
    replay?(
      call: KeyedCall<z.output<Query>, z.output<Body>> & More,
      record: IdempotencyRecord,
    ): Promise<Reply>
  }
  handle(call: KeyedCall<z.output<Query>, z.output<Body>> & More): Promise<Reply>
}

/** An operation that needs no key. */
export interface PublicOperation<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  More = object,
> extends Described<Query, Body> {
  key?: never
  permission?: never
  /** Reads the body as it is, into `bytes`. */
  takesBytes?: boolean
  /** The last parameter of the path takes all segments that follow. */
  takesRest?: boolean
  /** The path holds a secret: it is not logged. */
  secretPath?: boolean
  handle(call: PublicCall<z.output<Query>, z.output<Body>> & More): Promise<Reply>
}

/**
 * An operation of `/api`. A session cookie or an admin key says who calls; a change by cookie also needs the CSRF
 * token. A path with `{projectId}` or `{domain}` is about that project, another one about the organization that the
 * query parameter `organization` names, by default the caller's first. What the caller may not see is 404.
 */
export interface ApiOperation<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  More = object,
> extends Described<Query, Body> {
  key?: never
  /** What the caller needs; `signed-in` is any person and no key, `anyone` asks nothing. */
  permission: Permission | 'signed-in' | 'anyone'
  /** Of a change: its name in the audit log, such as `key.create`. */
  audit?: string
  /**
   * A key that is limited to projects may call it, and `reach` says to which. Other operations that need `manage` and
   * name no project are about the whole organization, and refuse such a key.
   */
  allowsLimitedKeys?: boolean
  handle(call: ApiCall<z.output<Query>, z.output<Body>> & More): Promise<Reply>
}

export type Operation = KeyedOperation | PublicOperation | ApiOperation

/**
 * Keeps the types of query and body within the definition; the route table sees all operations alike.
 * `More`: what the server that runs its own operations adds to each call.
 */
export function defineOperation<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  More = object,
>(operation: KeyedOperation<Query, Body, More>): Operation {
  return operation as unknown as KeyedOperation
}

/** As `defineOperation`, for an operation without a key. */
export function definePublicOperation<Query extends z.ZodType = z.ZodType, More = object>(
  operation: PublicOperation<Query, z.ZodType, More>,
): Operation {
  return operation as unknown as PublicOperation
}

/** As `defineOperation`, for an operation of `/api`. */
export function defineApiOperation<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  More = object,
>(operation: ApiOperation<Query, Body, More>): Operation {
  return operation as unknown as ApiOperation
}

/** Method, path with `{parameters}`, operation. */
export type RouteTable = readonly (readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  operation: Operation,
])[]

export interface AddRoutesOptions {
  /** Whether the description of the API lists them. Default: true. */
  isListed?: boolean
}

export interface AddedRoute {
  route: RouteTable[number]
  isListed: boolean
}

/** Every route that plugins added, in their order; those that are imported at the start come with it. */
export const RegisteredRoutes: Token<readonly Named<AddedRoute>[]> =
  token<readonly Named<AddedRoute>[]>('RegisteredRoutes')
