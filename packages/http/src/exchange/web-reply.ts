import { EventEmitter } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import type { ReplySink } from './reply-sink.ts'

/** What a reader may be behind before its stream waits, bytes: as much as Node allows a response. */
const BEHIND = 64 * 1024
/** A client that left reads no reply, but a caller waits for one. */
const CLIENT_LEFT = 499
const BODYLESS = new Set([204, 205, 304])

/** A reply as a web `Response`, which `response` is as soon as its headers are known. */
export class WebReply extends EventEmitter implements ReplySink {
  readonly response: Promise<Response>
  readonly #encoder = new TextEncoder()
  readonly #isHead: boolean
  readonly #leave = () => this.destroy()
  readonly #signal: AbortSignal
  #answer!: (response: Response) => void
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined
  #timer: NodeJS.Timeout | undefined
  #headers = new Headers()
  statusCode = 200
  headersSent = false
  destroyed = false
  writableFinished = false

  constructor({ method, signal }: Pick<Request, 'method' | 'signal'>) {
    super()
    this.response = new Promise((resolve) => {
      this.#answer = resolve
    })
    this.#isHead = method === 'HEAD'
    this.#signal = signal
    if (signal.aborted) this.destroy()
    else signal.addEventListener('abort', this.#leave)
  }

  get writableLength(): number {
    const room = this.#stream?.desiredSize
    return room === undefined || room === null ? 0 : BEHIND - room
  }

  writeHead(status: number, headers: OutgoingHttpHeaders): void {
    this.statusCode = status
    for (const [name, value] of Object.entries(headers))
      for (const each of [value ?? []].flat()) this.#headers.append(name, String(each))
    // Says how Node treats a connection, which is not ours here.
    this.#headers.delete('Connection')
  }

  flushHeaders(): void {
    if (this.headersSent || this.destroyed) return
    this.headersSent = true
    if (this.#isHead) {
      this.#answer(new Response(null, { status: this.statusCode, headers: this.#headers }))
      this.destroy()
      return
    }
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#stream = controller
        },
        pull: () => {
          this.#timer?.refresh()
          this.emit('drain')
        },
        cancel: this.#leave,
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BEHIND }),
    )
    this.#answer(new Response(body, { status: this.statusCode, headers: this.#headers }))
  }

  write(text: string): boolean {
    this.flushHeaders()
    this.#stream?.enqueue(this.#encoder.encode(text))
    return (this.#stream?.desiredSize ?? 1) > 0
  }

  end(body?: string | Uint8Array): void {
    if (this.destroyed || this.writableFinished) return
    if (this.headersSent) this.#stream?.close()
    else {
      this.headersSent = true
      const content =
        this.#isHead || BODYLESS.has(this.statusCode)
          ? null
          : ((body ?? null) as string | Uint8Array<ArrayBuffer> | null)
      this.#answer(new Response(content, { status: this.statusCode, headers: this.#headers }))
    }
    this.writableFinished = true
    this.emit('finish')
    this.#close()
  }

  destroy(): void {
    if (this.destroyed || this.writableFinished) return
    this.destroyed = true
    this.#stream?.error(new Error('The reply was cut off.'))
    if (!this.headersSent) this.#answer(new Response(null, { status: CLIENT_LEFT }))
    this.#close()
  }

  setTimeout(ms: number, callback: () => void): void {
    clearTimeout(this.#timer)
    let behind = this.writableLength
    this.#timer = setTimeout(() => {
      // A reader that takes something is slow, and no stalled one.
      if (this.writableLength >= behind) callback()
      behind = this.writableLength
      if (!this.destroyed) this.#timer?.refresh()
    }, ms).unref()
  }

  #close(): void {
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#leave)
    this.emit('close')
  }
}
