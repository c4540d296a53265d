import type { ServerResponse } from 'node:http'
import type { TextStream } from '../reply.ts'

/** Text that is held at most before it is written within one turn of the event loop, in characters. */
const FLUSH_AT = 64 * 1024

export interface WriteStreamOptions {
  /** Silence after which the keep-alive is written, ms. */
  keepAliveMs: number
}

/**
 * Writes a stream to the response until it ends or the client leaves. What one turn of the event loop brings goes out
 * in one write; while the client does not read, nothing more is asked from the producer.
 * @throws what the producer throws.
 */
export async function writeStream(
  res: ServerResponse,
  { chunks, keepAlive }: TextStream,
  { keepAliveMs }: WriteStreamOptions,
): Promise<void> {
  const writer = new CoalescingWriter(res)
  const timer = setInterval(() => writer.keepAlive(keepAlive, keepAliveMs * (2 / 3)), keepAliveMs / 3)
  try {
    for await (const text of chunks) {
      if (res.destroyed) return
      writer.write(text)
      if (writer.blocked !== undefined) await writer.blocked
    }
    writer.flush()
  } finally {
    clearInterval(timer)
    res.end()
  }
}

class CoalescingWriter {
  #pending = ''
  #scheduled = false
  #lastWrite = performance.now()
  /** Set while the client is behind: resolves when it has caught up or left. */
  blocked: Promise<void> | undefined

  constructor(private readonly res: ServerResponse) {}

  write(text: string): void {
    this.#pending += text
    if (this.#pending.length >= FLUSH_AT) this.flush()
    else if (!this.#scheduled) {
      this.#scheduled = true
      setImmediate(this.#flushScheduled)
    }
  }

  flush(): void {
    const text = this.#pending
    if (text === '' || this.res.destroyed) return
    this.#pending = ''
    this.#lastWrite = performance.now()
    if (!this.res.write(text)) this.#block()
  }

  keepAlive(text: string, afterMs: number): void {
    const isSilent = performance.now() - this.#lastWrite >= afterMs
    if (isSilent && this.blocked === undefined && !this.res.destroyed) this.write(text)
  }

  readonly #flushScheduled = () => {
    this.#scheduled = false
    this.flush()
  }

  #block(): void {
    const { res } = this
    this.blocked ??= new Promise((resolve) => {
      const done = () => {
        res.off('drain', done).off('close', done)
        this.blocked = undefined
        resolve()
      }
      res.on('drain', done).on('close', done)
    })
  }
}
