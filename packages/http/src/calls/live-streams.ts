import { DocentError } from '@docent/core/plugin'

/** The streams that are being written, so that a stopping server can end them: a socket does not close before. */
export class LiveStreams {
  readonly #resumable = new Set<AbortController>()
  readonly #others = new Set<AbortController>()
  #idle: (() => void) | undefined

  get size(): number {
    return this.#resumable.size + this.#others.size
  }

  /** Ends with the disposal of what it answers. */
  enter(controller: AbortController, resumable: boolean): Disposable {
    const set = resumable ? this.#resumable : this.#others
    set.add(controller)
    return {
      [Symbol.dispose]: () => {
        set.delete(controller)
        if (this.size === 0) this.#idle?.()
      },
    }
  }

  /** Ends at once what its client can resume elsewhere; the others may finish until the signal aborts. */
  async drain(signal: AbortSignal): Promise<void> {
    abortAll(this.#resumable)
    if (this.size === 0) return
    await new Promise<void>((resolve) => {
      this.#idle = resolve
      const cutOff = () => {
        abortAll(this.#others)
        resolve()
      }
      if (signal.aborted) cutOff()
      else signal.addEventListener('abort', cutOff, { once: true })
    })
  }
}

function abortAll(controllers: ReadonlySet<AbortController>): void {
  for (const controller of controllers)
    controller.abort(new DocentError('aborted', 'The server is stopping.', { isRetryable: true }))
}
