import { DocentError } from '@docent/core/plugin'
import type { ReplySink } from '../exchange/reply-sink.ts'

/** What the large bodies of all requests may hold in memory, bytes. */
const MOST_BYTES = 128 * 1024 * 1024
/** By then, the bodies that are in the way have been read. */
const RETRY_AFTER_MS = 5_000

/**
 * Counts what bodies hold beyond `http.maxBodyBytes`, for operations that take larger ones: strangers may send them,
 * and must not fill the memory of the process together.
 */
export class LargeBodies {
  #held = 0

  constructor(private readonly mostBytes = MOST_BYTES) {}

  /**
   * @returns counts bytes of one request, until its reply is sent or its client is gone. It returns a DocentError
   * `unavailable` if there is no room for them.
   */
  counter(res: ReplySink): (bytes: number) => DocentError | undefined {
    let held = 0
    return (bytes) => {
      if (this.#held + bytes > this.mostBytes)
        return new DocentError(
          'unavailable',
          'The server is receiving too many large requests. Send this one again in a moment.',
          { isRetryable: true, retryAfterMs: RETRY_AFTER_MS },
        )
      if (held === 0)
        res.once('close', () => {
          this.#held -= held
        })
      held += bytes
      this.#held += bytes
      return undefined
    }
  }
}
