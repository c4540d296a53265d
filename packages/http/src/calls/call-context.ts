import type { IncomingHttpHeaders } from 'node:http'
import { clientIp, type Permission, type Reach } from '@docent/core'
import {
  type Actor,
  AuditNote,
  type Docent,
  DocentError,
  type IdempotencyClaim,
  type KeyRecord,
  type OrganizationId,
  type Project,
} from '@docent/core/plugin'
import type { ReplySink } from '../exchange/reply-sink.ts'
import type { RequestSource } from '../exchange/request-source.ts'
import type { ApiCall, Call } from './operation.ts'
import type { Services } from './services.ts'

/** One request on its way through the steps of run-operation.ts. Things that few requests need are made when asked for. */
export class CallContext implements Call, ApiCall {
  query: unknown
  body: unknown
  rawBody: unknown
  bytes: Uint8Array = new Uint8Array()
  claim: IdempotencyClaim | undefined
  actor: Actor = { kind: 'nobody' }
  permissions: readonly Permission[] = []
  /** Headers of whatever reply comes. */
  readonly replyHeaders: Record<string, string | string[]>
  readonly startedAt: number
  #controller: AbortController | undefined
  #ip: string | undefined
  #key: KeyRecord | undefined
  #project: Project | undefined
  #reach: Reach | undefined
  #note: AuditNote | undefined

  constructor(
    readonly services: Services,
    readonly req: RequestSource,
    readonly res: ReplySink,
    readonly params: Readonly<Record<string, string>>,
    readonly requestId: string,
  ) {
    this.replyHeaders = { 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff' }
    this.startedAt = performance.now()
  }

  get docent(): Docent {
    return this.services.docent
  }

  get headers(): IncomingHttpHeaders {
    return this.req.headers
  }

  get isHead(): boolean {
    return this.req.method === 'HEAD'
  }

  get ip(): string {
    this.#ip ??= this.#findIp()
    return this.#ip
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  get controller(): AbortController {
    this.#controller ??= this.#watchClient()
    return this.#controller
  }

  get key(): KeyRecord {
    if (!this.#key) throw new DocentError('internal', 'This operation has no key.')
    return this.#key
  }

  set key(key: KeyRecord) {
    this.#key = key
  }

  /** For the log: undefined before authentication. */
  get keyId(): string | undefined {
    return this.#key?.id
  }

  /** Undefined when the path names none. */
  get namedProject(): Project | undefined {
    return this.#project
  }

  /** Undefined before it is known what the call is about. */
  get knownReach(): Reach | undefined {
    return this.#reach
  }

  get project(): Project {
    if (!this.#project) throw new DocentError('internal', 'This operation has no project.')
    return this.#project
  }

  set project(project: Project) {
    this.#project = project
  }

  get reach(): Reach {
    if (!this.#reach) throw new DocentError('internal', 'This operation is about no organization.')
    return this.#reach
  }

  set reach(reach: Reach) {
    this.#reach = reach
  }

  get organizationId(): OrganizationId {
    return this.reach.organizationId
  }

  get note(): AuditNote {
    this.#note ??= new AuditNote()
    return this.#note
  }

  /** Path without the query, as the client wrote it. */
  get path(): string {
    const url = this.req.url ?? '/'
    const end = url.search(/[?#]/)
    return end === -1 ? url : url.slice(0, end)
  }

  setHeader(name: string, value: string): void {
    this.replyHeaders[name] = value
  }

  addCookie(cookie: string): void {
    this.replyHeaders['Set-Cookie'] = [this.replyHeaders['Set-Cookie'] ?? [], cookie].flat()
  }

  #watchClient(): AbortController {
    const controller = new AbortController()
    const leave = () => {
      if (!this.res.writableFinished) controller.abort(new DocentError('aborted', 'The client left.'))
    }
    if (this.res.destroyed) leave()
    else this.res.once('close', leave)
    return controller
  }

  #findIp(): string {
    const { trustedProxies } = this.services.http
    const header = this.req.headers['x-forwarded-for']
    const forwardedFor = Array.isArray(header) ? header.join(',') : header
    return clientIp({ socketAddress: this.req.socket.remoteAddress, forwardedFor, trustedProxies })
  }
}
