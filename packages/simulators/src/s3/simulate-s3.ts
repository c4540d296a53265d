import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkSignature, type S3Credentials } from './check-signature.ts'

export interface SimulateS3Options {
  bucket?: string
  /** Port of a server that was stopped; default: any. */
  port?: number
  /** Takes every put, whatever its condition, as some servers do. */
  ignoresConditions?: boolean
}

/** What the simulator does with the requests that it is told of. */
export interface S3Fault {
  /** Answered with this status and code; `cut` breaks the connection, after the request took effect. */
  reply: { status: number; code: string } | 'cut'
  /** Requests it concerns, as `PUT folder/key`; default: all. */
  concerns?: (request: string) => boolean
  /** How many of them pass before it begins; default 0. */
  after?: number
  /** How many it concerns; default 1. */
  times?: number
}

interface Stored {
  bytes: Buffer
  etag: string
  modified: Date
}

interface Answer {
  status: number
  body?: Buffer | string
  headers?: Record<string, string>
}

const MOST_LISTED = 100

/** A bucket that speaks the part of S3 that Docent uses, and refuses what the real one refuses. In memory. */
export class SimulatedS3 {
  readonly bucket: string
  readonly credentials: S3Credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret/of+the=test' }
  readonly objects = new Map<string, Stored>()
  /** Method and key, in their order. */
  readonly requests: string[] = []
  /** Milliseconds before each answer. */
  latencyMs = 0
  readonly #faults: S3Fault[] = []
  readonly #ignoresConditions: boolean
  readonly #server = createServer((request, response) => void this.#handle(request, response))
  #port = 0

  private constructor({ bucket = 'docent-index', ignoresConditions = false }: SimulateS3Options) {
    this.bucket = bucket
    this.#ignoresConditions = ignoresConditions
  }

  static async start(options: SimulateS3Options = {}): Promise<SimulatedS3> {
    const simulated = new SimulatedS3(options)
    await simulated.listen(options.port)
    return simulated
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** The variables that lead a process here. */
  get environment(): Record<string, string> {
    return {
      AWS_ENDPOINT_URL_S3: this.endpoint,
      AWS_ACCESS_KEY_ID: this.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: this.credentials.secretAccessKey,
      AWS_REGION: 'eu-test-1',
    }
  }

  plant(fault: S3Fault): void {
    this.#faults.push({ ...fault })
  }

  /** Takes all faults back. */
  heal(): void {
    this.#faults.length = 0
  }

  /** Again after `close`, at the same address, with the same objects. */
  async listen(port = this.#port): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', resolve)
    })
    const address = this.#server.address()
    if (address !== null && typeof address !== 'string') this.#port = address.port
  }

  /** Answers nobody any more. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => undefined)
    if (body === undefined) return
    if (this.latencyMs > 0) await sleep(this.latencyMs)
    const refusal = checkSignature(request, body, this.credentials)
    const reply = this.#faultOf(`${request.method} ${decodeURIComponent(request.url ?? '')}`)
    const answer =
      refusal !== undefined
        ? failed(refusal === 'XAmzContentSHA256Mismatch' ? 400 : 403, refusal)
        : reply !== undefined && reply !== 'cut'
          ? failed(reply.status, reply.code)
          : this.#answer(request, body)
    if (reply === 'cut') {
      response.destroy()
      return
    }
    const { status, headers = {}, body: text = '' } = answer
    response.writeHead(status, { 'content-length': Buffer.byteLength(text), ...headers })
    response.end(text)
  }

  #faultOf(request: string): S3Fault['reply'] | undefined {
    const fault = this.#faults.find(({ concerns }) => concerns === undefined || concerns(request))
    if (fault === undefined) return undefined
    fault.after = (fault.after ?? 0) - 1
    if (fault.after >= 0) return undefined
    fault.times = (fault.times ?? 1) - 1
    if (fault.times <= 0) this.#faults.splice(this.#faults.indexOf(fault), 1)
    return fault.reply
  }

  #answer(request: IncomingMessage, body: Buffer): Answer {
    const { method = 'GET', headers } = request
    const url = new URL(request.url ?? '/', this.endpoint)
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
    if (bucket !== this.bucket) return failed(404, 'NoSuchBucket')
    const key = rest.join('/')
    this.requests.push(`${method} ${key || '?'}`)
    if (method === 'POST' && url.searchParams.has('delete')) return this.#deleteAll(body.toString())
    if (key === '') return this.#list(url)
    const stored = this.objects.get(key)
    if (method === 'DELETE') {
      this.objects.delete(key)
      return { status: 204 }
    }
    if (method === 'PUT') return this.#put(key, body, headers)
    if (stored === undefined) return failed(404, 'NoSuchKey')
    if (headers['if-none-match'] === stored.etag) return { status: 304, headers: { etag: stored.etag } }
    const about = { etag: stored.etag, 'last-modified': stored.modified.toUTCString() }
    const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
    if (first === undefined || last === undefined) return { status: 200, body: stored.bytes, headers: about }
    const size = stored.bytes.length
    const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
    const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
    if (start >= size) return failed(416, 'InvalidRange')
    const range = { 'content-range': `bytes ${start}-${end - 1}/${size}` }
    return { status: 206, body: stored.bytes.subarray(start, end), headers: { ...about, ...range } }
  }

  #deleteAll(body: string): Answer {
    const keys = Array.from(body.matchAll(/<Key>([^<]*)<\/Key>/g), ([, key = '']) => key)
    for (const key of keys) this.objects.delete(unescaped(key))
    const deleted = keys.map((key) => `<Deleted><Key>${key}</Key></Deleted>`).join('')
    const answer = `<?xml version="1.0" encoding="UTF-8"?><DeleteResult>${deleted}</DeleteResult>`
    return { status: 200, body: answer, headers: { 'content-type': 'application/xml' } }
  }

  #put(key: string, body: Buffer, headers: IncomingMessage['headers']): Answer {
    const stored = this.objects.get(key)
    if (!this.#ignoresConditions) {
      const { 'if-match': match, 'if-none-match': noneMatch } = headers
      if (noneMatch === '*' && stored !== undefined) return failed(412, 'PreconditionFailed')
      if (match !== undefined && stored === undefined) return failed(404, 'NoSuchKey')
      if (match !== undefined && match !== stored?.etag) return failed(412, 'PreconditionFailed')
    }
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    this.objects.set(key, { bytes: body, etag, modified: new Date() })
    return { status: 200, headers: { etag } }
  }

  #list({ searchParams }: URL): Answer {
    if (searchParams.get('list-type') !== '2') return failed(501, 'NotImplemented')
    const prefix = searchParams.get('prefix') ?? ''
    const after = searchParams.get('continuation-token') ?? searchParams.get('start-after') ?? ''
    const delimiter = searchParams.get('delimiter') ?? ''
    const entries = [...this.objects.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => {
        const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
        return end < 0 ? key : key.slice(0, end + delimiter.length)
      })
    const keys = [...new Set(entries)].filter((key) => key > after).sort()
    const page = keys.slice(0, MOST_LISTED)
    const contents = page.map((key) => {
      if (!this.objects.has(key)) return `<CommonPrefixes><Prefix>${escaped(key)}</Prefix></CommonPrefixes>`
      const { modified, bytes, etag } = this.objects.get(key) ?? {
        modified: new Date(0),
        bytes: Buffer.of(),
        etag: '',
      }
      return `<Contents><Key>${escaped(key)}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size><ETag>${escaped(etag)}</ETag></Contents>`
    })
    const more = keys.length > page.length
    const next = more ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : ''
    const body = `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
    return { status: 200, body, headers: { 'content-type': 'application/xml' } }
  }
}

function failed(status: number, code: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
  return { status, body, headers: { 'content-type': 'application/xml' } }
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
