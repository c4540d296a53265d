import type { CheckedClaims } from './checked-claims.ts'
import type { Grounding } from './grounding.ts'
import type { ProjectId, ThreadId } from './ids.ts'
import type { Json } from './json.ts'

/** A conversation with the assistant. Times are milliseconds since the epoch. */
export interface Thread {
  readonly id: ThreadId
  readonly projectId: ProjectId
  /** Fingerprint of the caller; `anonymous` is shared by all anonymous callers. */
  readonly fp: string
  /** SHA-256 hex of the thread key when the project requires one. */
  readonly threadKeyHash: string | null
  readonly createdAt: number
}

export type AnswerOutcome = 'answered' | 'unanswered' | 'aborted' | 'failed'

/** Who asked: a browser, a program with a key, or neither, as the dashboard and the command line. */
export type TurnCaller = 'web' | 'api' | 'other'

export interface AnswerSource {
  readonly path: string
  readonly url: string
  readonly title: string
}

/** One question and its answer. */
export interface ThreadTurn {
  readonly id: string
  /** 0 for the first turn of the thread. */
  readonly index: number
  readonly question: string
  /** Absent in turns from before it was kept, which count as `other`. */
  readonly caller?: TurnCaller
  /** What came with the question and shaped the prompt: context items, current path, filter. */
  readonly asked: { readonly [key: string]: Json | undefined }
  readonly answer: string
  readonly outcome: AnswerOutcome
  /** Why it failed, for members of the organization. Absent in turns from before it was kept. */
  readonly failure?: string
  readonly sources: readonly AnswerSource[]
  readonly searches: readonly string[]
  /** What each of the answer's names rests on; absent when it has none, and in turns from before it was kept. */
  readonly grounding?: Grounding
  /** How well its passages support its sentences. Noted after the answer, where the project asks for it. */
  readonly claims?: CheckedClaims
  readonly model: string
  readonly inputTokens: number
  readonly outputTokens: number
  /** From the request to the first text, and to the end. */
  readonly firstTextMs: number | null
  readonly totalMs: number
  readonly createdAt: number
}

export type FeedbackRating = 'up' | 'down'

/** What a reader says about an answer; only the last word is kept. */
export interface AnswerFeedback {
  readonly rating: FeedbackRating
  /** At most 4,000 characters; '' without words. */
  readonly text: string
  readonly createdAt: number
}
