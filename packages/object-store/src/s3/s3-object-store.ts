import { createHash } from 'node:crypto'
import { type CallOptions, DocentError } from '@docent/core/plugin'
import { AwsClient } from 'aws4fetch'
import type { GetOptions, ObjectEntry, ObjectStore, PutCondition, StoredObject } from '../object-store.ts'
import { type RetrySettings, retrying } from '../retrying.ts'
import { readListing } from './read-listing.ts'
import { s3Error, s3Silence } from './s3-error.ts'

export interface S3Settings extends RetrySettings {
  /** Of the service, without the bucket. */
  endpoint: URL
  bucket: string
  region: string
  /** Where requests name the bucket: in the path, or in the host name. */
  addressing: 'path' | 'host'
  /** Of all keys; ends with a slash, or is empty. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

interface Call {
  method: 'GET' | 'PUT' | 'DELETE'
  key?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array
  /** Statuses that are answers, not failures. */
  expects: readonly number[]
}

interface Reply {
  status: number
  headers: Headers
  bytes: Uint8Array
}

/** Deletions under way at once. */
const DELETIONS = 8

/** A bucket of Amazon S3 or of a compatible service. */
export class S3ObjectStore implements ObjectStore {
  readonly name: string
  readonly #settings: S3Settings
  readonly #signer: AwsClient
  readonly #fetch: typeof fetch

  constructor(settings: S3Settings, send: typeof fetch = fetch) {
    const { accessKeyId, secretAccessKey, sessionToken, region, bucket, endpoint } = settings
    this.#settings = settings
    this.#fetch = send
    this.#signer = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: 's3',
      region,
    })
    this.name = `bucket ${bucket} at ${endpoint.origin}`
  }

  async get(
    key: string,
    { signal, unless }: GetOptions = {},
  ): Promise<StoredObject | 'unchanged' | undefined> {
    const headers: Record<string, string> = unless === undefined ? {} : { 'if-none-match': unless }
    const call: Call = { method: 'GET', key, headers, expects: [200, 304, 404] }
    const { status, bytes, headers: said } = await this.#call(call, signal)
    if (status === 404) return undefined
    return status === 304 ? 'unchanged' : { bytes, etag: said.get('etag') ?? '' }
  }

  async put(key: string, bytes: Uint8Array, { signal }: CallOptions = {}): Promise<void> {
    await this.#call({ method: 'PUT', key, body: bytes, expects: [200] }, signal)
  }

  async putIf(
    key: string,
    bytes: Uint8Array,
    condition: PutCondition,
    { signal }: CallOptions = {},
  ): Promise<string | undefined> {
    const headers: Record<string, string> =
      condition === 'absent' ? { 'if-none-match': '*' } : { 'if-match': condition.etag }
    // 409: another conditional put of the key is under way. 404: there is nothing that could match.
    const expects = condition === 'absent' ? [200, 412, 409] : [200, 412, 409, 404]
    const call: Call = { method: 'PUT', key, body: bytes, headers, expects }
    const { status, headers: said } = await this.#call(call, signal)
    return status === 200 ? (said.get('etag') ?? '') : undefined
  }

  async delete(keys: readonly string[], { signal }: CallOptions = {}): Promise<void> {
    const rest = [...keys]
    const next = async () => {
      for (let key = rest.pop(); key !== undefined; key = rest.pop())
        await this.#call({ method: 'DELETE', key, expects: [200, 204, 404] }, signal)
    }
    await Promise.all(Array.from({ length: DELETIONS }, next))
  }

  async list(prefix: string, { signal }: CallOptions = {}): Promise<ObjectEntry[]> {
    const { prefix: own } = this.#settings
    const found: ObjectEntry[] = []
    let continuation: string | undefined
    do {
      const more = continuation === undefined ? {} : { 'continuation-token': continuation }
      const query = { 'list-type': '2', prefix: own + prefix, ...more }
      const { bytes } = await this.#call({ method: 'GET', query, expects: [200] }, signal)
      const listing = this.#listing(bytes)
      for (const entry of listing.entries) found.push({ ...entry, key: entry.key.slice(own.length) })
      continuation = listing.continuation
    } while (continuation !== undefined)
    return found
  }

  #listing(bytes: Uint8Array): ReturnType<typeof readListing> {
    try {
      return readListing(new TextDecoder().decode(bytes))
    } catch (error) {
      const message = `The ${this.name} does not answer as S3 does. Check the endpoint.`
      throw new DocentError('configuration', message, { cause: error })
    }
  }

  #call(call: Call, signal: AbortSignal | undefined): Promise<Reply> {
    return retrying(this.#settings, signal, (limit) => this.#attempt(call, limit))
  }

  async #attempt(call: Call, signal: AbortSignal): Promise<Reply> {
    const { method, body } = call
    // The store compares the hash with what it received.
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = await this.#signer.sign(this.#url(call), {
      method,
      headers: { ...call.headers, 'x-amz-content-sha256': hash },
    })
    const reply = await this.#send(signed, method, body, signal)
    if (call.expects.includes(reply.status) && !isNoBucket(reply)) return reply
    throw this.#failure(reply)
  }

  async #send(
    { url, headers }: Request,
    method: string,
    body: Uint8Array | undefined,
    signal: AbortSignal,
  ): Promise<Reply> {
    try {
      const init = { method, headers, signal, redirect: 'manual' as const }
      const reply = await this.#fetch(url, body === undefined ? init : { ...init, body: Buffer.from(body) })
      const bytes = new Uint8Array(await reply.arrayBuffer())
      return { status: reply.status, headers: reply.headers, bytes }
    } catch (error) {
      throw s3Silence(this.name, error)
    }
  }

  #failure({ status, bytes }: Reply): DocentError {
    const code = codeOf(bytes)
    const cause = new Error(`HTTP ${status} ${new TextDecoder().decode(bytes.subarray(0, 1_000))}`)
    return s3Error({ store: this.name, status, code, cause })
  }

  #url({ key, query = {} }: Call): URL {
    const { endpoint, bucket, addressing, prefix } = this.#settings
    const url = new URL(endpoint)
    if (addressing === 'host') url.hostname = `${bucket}.${url.hostname}`
    const base = url.pathname.replace(/\/$/, '')
    const folder = addressing === 'path' ? `${base}/${bucket}` : base
    url.pathname = key === undefined ? folder || '/' : `${folder}/${prefix}${key}`
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }
}

/** A 404 is no object, unless the bucket itself is missing. */
function isNoBucket({ status, bytes }: Reply): boolean {
  return status === 404 && codeOf(bytes) === 'NoSuchBucket'
}

/** Of the XML of an error. */
function codeOf(bytes: Uint8Array): string {
  return /<Code>([A-Za-z0-9]+)<\/Code>/.exec(new TextDecoder().decode(bytes.subarray(0, 4_000)))?.[1] ?? ''
}
