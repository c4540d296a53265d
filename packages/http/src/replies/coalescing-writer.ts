import { DocentError } from '@docent/core/plugin'
import type { ReplySink } from '../exchange/reply-sink.ts'
import type { HeldStream, StreamMemory } from './stream-memory.ts'

/** Text that is held at most before it is written, in characters. */
const FLUSH_AT = 64 * 1024

export interface WriterOptions {
  memory: StreamMemory
  /** Whether the producer keeps what it has pushed until its end. */
  keepsAll: boolean
}

/** Writes text to a response, what comes within one callback of the event loop at once. */
export class CoalescingWriter implements HeldStream {
  #pending = ''
  #isScheduled = false
  #lastWrite = performance.now()
  /** Set while the client is behind: resolves when it has caught up or left. */
  #blocked: Promise<void> | undefined
  /** What the stream holds in memory, in characters. */
  #held = 0
  /** What a push throws once the client has left. */
  left: DocentError | undefined

  constructor(
    private readonly res: ReplySink,
    private readonly options: WriterOptions,
  ) {
    options.memory.open(this)
  }

  get held(): number {
    return this.#held
  }

  /** Returns a promise when the client is behind. @throws DocentError `aborted` when it has left. */
  readonly write = (text: string): Promise<void> | undefined => {
    if (this.res.destroyed) {
      this.left ??= new DocentError('aborted', 'The client left.')
      throw this.left
    }
    this.#pending += text
    this.#hold(text.length)
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
    else if (!this.options.keepsAll) this.#release()
  }

  keepAlive(text: string, afterMs: number): void {
    const isSilent = performance.now() - this.#lastWrite >= afterMs
    if (isSilent && this.#blocked === undefined && !this.res.destroyed) this.write(text)
  }

  cut(): void {
    this.res.destroy()
    this.#release()
  }

  /** The producer has ended. */
  close(): void {
    this.options.memory.close(this)
    this.#release()
  }

  #release(): void {
    this.options.memory.change(-this.#held)
    this.#held = 0
  }

  #hold(characters: number): void {
    this.#held += characters
    this.options.memory.change(characters)
  }

  readonly #flushScheduled = () => {
    this.#isScheduled = false
    this.flush()
  }

  #block(): void {
    if (this.#blocked !== undefined) return
    const { res, options } = this
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = () => {
      res.off('drain', done)
      res.off('close', done)
      this.#blocked = undefined
      options.memory.resume(this)
      if (!options.keepsAll) this.#release()
      resolve()
    }
    this.#blocked = promise
    res.on('drain', done)
    res.on('close', done)
    options.memory.stall(this)
  }
}
