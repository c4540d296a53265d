import type { IncomingHttpHeaders } from 'node:http'
import type {
  IdempotencyClaim,
  IdempotencyRecord,
  Job,
  Json,
  KeyKind,
  KeyRecord,
  KeyScope,
  LimitedOperation,
  Project,
} from '@docent/core'
import type { z } from 'zod'
import type { Reply } from './reply.ts'
import type { Services } from './services.ts'

/** What an operation is handed. Query and body have passed their schemas. */
export interface PublicCall<Query = unknown, Body = unknown> {
  /** From the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
  /** The JSON of the request before the schema took what it knows. */
  readonly rawBody: unknown
  /** The body as it came, of an operation that takes it so; empty otherwise. */
  readonly bytes: Uint8Array
  readonly headers: IncomingHttpHeaders
  /** Address of the client, see `clientIp`. */
  readonly ip: string
  /** Aborts when the client leaves or the server stops. */
  readonly signal: AbortSignal
  /** Finds the request in the log. */
  readonly requestId: string
  readonly services: Services
  /** Adds a header to whatever reply comes. */
  setHeader(name: string, value: string): void
}

/** A call with a key, of the project that the path names and the key may see. */
export interface Call<Query = unknown, Body = unknown> extends PublicCall<Query, Body> {
  readonly key: KeyRecord
  readonly project: Project
  /** To commit together with what the request does, when it came with an `Idempotency-Key`. */
  readonly claim: IdempotencyClaim | undefined
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
  tag: 'Agent' | 'Assistant' | 'Analytics' | 'Webhooks' | 'Server'
  query?: Query
  body?: Body
  reply: ReplyDescription
}

/** An operation that needs a key. The project is named by `{projectId}` (admin keys) or `{domain}` (assistant keys). */
export interface KeyedOperation<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>
  extends Described<Query, Body> {
  key: KeyKind
  /** Admin keys. */
  scope?: KeyScope
  limit?: LimitedOperation
  /** The path names no project: it is about the organization of the key, and the projects that the key is for. */
  ofOrganization?: boolean
  /** Path of the operation that replaces it. */
  deprecatedFor?: string
  /** Honours `Idempotency-Key`. */
  idempotency?: {
    /** The reply to keep for a replay, from the job as it was committed. */
    respond(job: Job, project: Project): { status: number; body: Json }
    /** How a replay answers; absent: the kept status and body. */
    replay?(call: Call<z.output<Query>, z.output<Body>>, record: IdempotencyRecord): Promise<Reply>
  }
  handle(call: Call<z.output<Query>, z.output<Body>>): Promise<Reply>
}

/** An operation that needs no key. */
export interface PublicOperation<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>
  extends Described<Query, Body> {
  key?: never
  /** Reads the body as it is, into `bytes`. */
  takesBytes?: boolean
  /** The path holds a secret: it is not logged. */
  secretPath?: boolean
  handle(call: PublicCall<z.output<Query>, z.output<Body>>): Promise<Reply>
}

export type Operation = KeyedOperation | PublicOperation

/** Keeps the types of query and body within the definition; the route table sees all operations alike. */
export function defineOperation<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>(
  operation: KeyedOperation<Query, Body>,
): Operation {
  return operation as unknown as KeyedOperation
}

/** As `defineOperation`, for an operation without a key. */
export function definePublicOperation<Query extends z.ZodType = z.ZodType>(
  operation: PublicOperation<Query>,
): Operation {
  return operation as unknown as PublicOperation
}
