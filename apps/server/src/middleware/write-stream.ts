import type { ServerResponse } from 'node:http'
import { DocentError } from '@docent/core'
import type { TextStream } from '../reply.ts'

/** Text that is held at most before it is written, in characters. */
const FLUSH_AT = 64 * 1024

export interface WriteStreamOptions {
  /** Silence after which the keep-alive is written, ms. */
  keepAliveMs: number
}

/**
 * Writes a stream to the response until it ends or the client leaves. What is pushed within one callback of the event
 * loop goes out in one write; while the client does not read, the producer is told to wait, and when the client has
 * left, its next push throws `aborted`.
 * @throws what the producer throws; the response is left open then, for the caller to cut off.
 */
export async function writeStream(
  res: ServerResponse,
  { write, keepAlive }: TextStream,
  { keepAliveMs }: WriteStreamOptions,
): Promise<void> {
  const writer = new CoalescingWriter(res)
  const timer = setInterval(() => writer.keepAlive(keepAlive, keepAliveMs * (2 / 3)), keepAliveMs / 3)
  try {
    await write(writer.write)
  } catch (error) {
    // A producer that ends because its client left has not failed.
    if (error === writer.left) return
    throw error
  } finally {
    clearInterval(timer)
  }
  writer.flush()
  res.end()
}

class CoalescingWriter {
  #pending = ''
  #isScheduled = false
  #lastWrite = performance.now()
  /** Set while the client is behind: resolves when it has caught up or left. */
  #blocked: Promise<void> | undefined
  /** What a push throws once the client has left. */
  left: DocentError | undefined

  constructor(private readonly res: ServerResponse) {}

  /** Answers a promise when the client is behind. @throws DocentError `aborted` when it has left. */
  readonly write = (text: string): Promise<void> | undefined => {
    if (this.res.destroyed) {
      this.left ??= new DocentError('aborted', 'The client left.')
      throw this.left
    }
    this.#pending += text
    if (this.#pending.length >= FLUSH_AT) this.flush()
    else if (!this.#isScheduled) {
      this.#isScheduled = true
      // After the promises that run now, and before the loop goes on.
      process.nextTick(this.#flushScheduled)
    }
    return this.#blocked
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
    if (isSilent && this.#blocked === undefined && !this.res.destroyed) this.write(text)
  }

  readonly #flushScheduled = () => {
    this.#isScheduled = false
    this.flush()
  }

  #block(): void {
    const { res } = this
    this.#blocked ??= new Promise((resolve) => {
      const done = () => {
        res.off('drain', done).off('close', done)
        this.#blocked = undefined
        resolve()
      }
      res.on('drain', done).on('close', done)
    })
  }
}
