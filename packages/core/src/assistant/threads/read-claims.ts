import { inject, injectable } from 'tsyringe'
import type { CheckedClaims } from '../../domain/checked-claims.ts'
import type { ThreadId } from '../../domain/ids.ts'
import { sleep } from '../../domain/sleep.ts'
import type { ThreadTurn } from '../../domain/thread.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { ThreadStore } from '../../ports/thread-store.ts'
import { LONGEST_CHECK_MS } from '../claims/check-claims.ts'
import { OpenThread, type ThreadRequest } from './open-thread.ts'

/** A check may take its time, and its verdicts have to be stored. */
const LONGEST_MS = LONGEST_CHECK_MS + 10_000
/** How often the store is asked while a caller waits. */
const AGAIN_MS = 500
/** Newest turns among which an earlier answer is looked for. */
const MOST_TURNS = 500

export interface ReadClaimsRequest extends Omit<ThreadRequest, 'threadId' | 'echoedThreadId' | 'filter'> {
  threadId: string
  /** Id of the answer's message; absent: the newest answer of the thread. */
  messageId?: string
  /** How long to wait for a check that runs, ms. */
  waitMs: number
}

/** `unchecked`: nobody checks it, or the check failed. */
export type AnswerClaims =
  | { status: 'checking' | 'unchecked' }
  | ({ status: 'checked' } & Pick<CheckedClaims, 'threshold' | 'claims'>)

/** How the claims of an answer were judged, for a reader who can continue the thread. */
@injectable()
export class ReadClaims {
  constructor(
    @inject(OpenThread) private readonly openThread: OpenThread,
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws DocentError `not_found`, in one wording for thread and answer. */
  async read(request: ReadClaimsRequest, options: { signal: AbortSignal }): Promise<AnswerClaims> {
    const { threadId, messageId, waitMs, project } = request
    const thread = await this.openThread.find(request, threadId, options)
    for (let left = waitMs; ; left -= AGAIN_MS) {
      const turn = thread && (await this.#turn(thread.id, messageId, options))
      if (turn === undefined) throw new DocentError('not_found', 'None of your threads has this answer.')
      const { claims, outcome, createdAt } = turn
      if (claims) return { status: 'checked', threshold: claims.threshold, claims: claims.claims }
      const isAwaited = project.assistant.claims !== undefined && outcome === 'answered'
      if (!isAwaited || this.clock.now() >= createdAt + LONGEST_MS) return { status: 'unchecked' }
      if (left <= 0) return { status: 'checking' }
      await sleep(Math.min(left, AGAIN_MS), options.signal)
    }
  }

  async #turn(
    thread: ThreadId,
    id: string | undefined,
    options: CallOptions,
  ): Promise<ThreadTurn | undefined> {
    const [newest] = await this.threads.turns(thread, 1, options)
    if (id === undefined || newest?.id === id) return newest
    return (await this.threads.turns(thread, MOST_TURNS, options)).find((turn) => turn.id === id)
  }
}
