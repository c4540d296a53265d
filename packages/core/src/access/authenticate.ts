import { timingSafeEqual } from 'node:crypto'
import { inject, Lifecycle, scoped } from 'tsyringe'
import { isInRanges } from '../domain/ip-address.ts'
import type { KeyHash, KeyKind, KeyRecord, KeyScope } from '../domain/key.ts'
import { holdsScope } from '../domain/permission.ts'
import { DocentError } from '../errors/docent-error.ts'
import { FallbackLimiter } from '../limits/fallback-limiter.ts'
import { Accounts } from '../ports/accounts.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { KeyStore } from '../ports/key-store.ts'
import { Logger } from '../ports/logger.ts'
import { Settings } from '../ports/settings.ts'
import { FailedAttempts } from './failed-attempts.ts'
import { hashKey, keyFromHeader, markHash } from './key-format.ts'
import { keySecrets } from './key-secrets.ts'
import { hasLeft, isReader, readReaderToken } from './reader-token.ts'

export interface AuthenticateRequest {
  /** The `Authorization` header. */
  authorization: string | undefined
  /** The client's address, see `clientIp`. */
  ip: string
  /** The `Origin` header, which browsers send. */
  origin: string | undefined
  /** What the operation needs. */
  kind: KeyKind
  /** Admin operations. */
  scope?: KeyScope
}

/** How long a record is believed without asking the store: revoking takes effect within 5 seconds. */
const CACHE_MS = 4_000
const CACHE_SIZE = 10_000
/** `lastUsedAt` is written at most this often. */
const TOUCH_MS = 60_000

interface CachedRecord {
  record: KeyRecord
  until: number
}

/** Finds out whose key a request carries and whether it may do what it asks for. */
@scoped(Lifecycle.ContainerScoped)
export class Authenticate {
  readonly #cache = new Map<string, CachedRecord>()
  readonly #touched = new Map<string, number>()
  readonly #failures: FailedAttempts

  constructor(
    @inject(KeyStore) private readonly keys: KeyStore,
    @inject(Settings) private readonly settings: Settings,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
    @inject(FallbackLimiter) limiter: FallbackLimiter,
    @inject(Accounts, { isOptional: true }) private readonly accounts?: Pick<Accounts, 'memberships'>,
  ) {
    this.#failures = new FailedAttempts(limiter, clock)
  }

  /**
   * @throws DocentError `unauthorized` without a key that is known and in force, RateLimited instead of it after too
   * many failures, `forbidden` when the key is in force but not for this.
   */
  async authenticate(request: AuthenticateRequest, options: CallOptions = {}): Promise<KeyRecord> {
    const record = await this.#find(request.authorization, options)
    if (record === undefined) {
      await this.#failures.count(request.ip, options)
      throw new DocentError('unauthorized', UNAUTHORIZED)
    }
    permit(record, request)
    if (!isReader(record)) this.#touch(record)
    return record
  }

  /** The record of a key that is in force. */
  async #find(authorization: string | undefined, options: CallOptions): Promise<KeyRecord | undefined> {
    const reader = readReaderToken(keySecrets(this.settings), authorization, this.clock.now())
    if (reader !== undefined) return (await hasLeft(this.accounts, reader, options)) ? undefined : reader
    const key = keyFromHeader(authorization)
    if (key === undefined) return undefined
    const [newest, ...older] = keySecrets(this.settings)
    const hash = hashKey(newest, key)
    const record =
      this.#cached(hash) ?? (await this.#load(key, { hash, keyedBy: markHash(newest, hash) }, older, options))
    if (record === undefined || record.revokedAt !== null) return undefined
    return record.expiresAt === null || this.clock.now() < record.expiresAt ? record : undefined
  }

  #cached(hash: string): KeyRecord | undefined {
    const entry = this.#cache.get(hash)
    if (entry === undefined) return undefined
    if (this.clock.now() < entry.until) return entry.record
    this.#cache.delete(hash)
    return undefined
  }

  async #load(
    key: string,
    current: KeyHash,
    olderSecrets: readonly string[],
    options: CallOptions,
  ): Promise<KeyRecord | undefined> {
    const { hash } = current
    const hashes = [hash, ...olderSecrets.map((secret) => hashKey(secret, key))]
    // Read the clock before the store: a key that is revoked during the read must not stay valid any longer.
    const until = this.clock.now() + CACHE_MS
    const record = await this.keys.findByHash(hashes, options)
    if (record === undefined || !isOneOf(record.hash, hashes)) return undefined
    if (this.#cache.size >= CACHE_SIZE) this.#cache.clear()
    this.#cache.set(hash, { record, until })
    if (record.hash !== hash || record.keyedBy !== current.keyedBy) this.#rehash(record, current)
    return record
  }

  /** In the background: a key that an older secret keyed belongs to the newest one from its next use on. */
  #rehash(record: KeyRecord, current: KeyHash): void {
    this.keys
      .rehash(record.id, record.hash, current)
      .catch((error: unknown) =>
        this.logger.warn(
          { err: error, keyId: record.id },
          'the hash of a key could not be moved to the newest secret',
        ),
      )
  }

  /** In the background: a request never waits for it and never fails by it. */
  #touch(record: KeyRecord): void {
    const now = this.clock.now()
    const last = Math.max(record.lastUsedAt ?? 0, this.#touched.get(record.id) ?? 0)
    if (now - last < TOUCH_MS) return
    if (this.#touched.size >= CACHE_SIZE) this.#touched.clear()
    this.#touched.set(record.id, now)
    this.keys
      .touch(record.id, now)
      .catch((error: unknown) =>
        this.logger.warn({ err: error, keyId: record.id }, 'the last use of a key could not be stored'),
      )
  }
}

const UNAUTHORIZED =
  'The API key is missing, malformed, unknown, revoked, or expired. Send "Authorization: Bearer <key>".'

const KIND_NAMES: Record<KeyKind, string> = {
  admin: 'an admin key (svc_…)',
  assistant: 'an assistant key (svc_dsc_…)',
}

function permit(record: KeyRecord, request: AuthenticateRequest): void {
  if (record.kind !== request.kind)
    throw new DocentError('forbidden', `This operation needs ${KIND_NAMES[request.kind]}.`)
  if (request.scope !== undefined && !holdsScope(record.scopes, request.scope))
    throw new DocentError('forbidden', `This key lacks the scope "${request.scope}".`)
  if (record.allowedIps.length > 0 && !isInRanges(request.ip, record.allowedIps))
    throw new DocentError('forbidden', 'This key may not be used from this IP address.')
  if (record.allowedOrigins.length > 0 && !isAllowedOrigin(request.origin, record.allowedOrigins))
    throw new DocentError('forbidden', 'This key may not be used from this origin.')
}

/** A key that lists origins is for those pages alone: a request without an `Origin` comes from none of them. */
function isAllowedOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  return origin !== undefined && allowed.includes(origin.toLowerCase())
}

/** In constant time, for every secret that may have made the hash: the time of a refusal reveals nothing. */
function isOneOf(hash: string, hashes: readonly string[]): boolean {
  const wanted = Buffer.from(hash)
  let found = false
  for (const candidate of hashes) {
    const bytes = Buffer.from(candidate)
    if (bytes.length === wanted.length && timingSafeEqual(bytes, wanted)) found = true
  }
  return found
}
