import type { CheckedClaims } from '../domain/checked-claims.ts'
import type { ProjectId, ThreadId } from '../domain/ids.ts'
import type { RecordedSearch, SearchClick } from '../domain/recorded-search.ts'
import type { AnswerFeedback, Thread, ThreadTurn } from '../domain/thread.ts'
import type { CallOptions } from './call-options.ts'
import type { ThreadReports } from './thread-reports.ts'
import { type Token, token } from './token.ts'

/** Conversations with the assistant. A write is on disk when its promise resolves. */
export interface ThreadStore extends ThreadReports {
  /** @throws DocentError `conflict` when a thread with this id is there already. */
  create(thread: Thread, options?: CallOptions): Promise<void>
  /** Undefined when there is none in that project. */
  get(project: ProjectId, id: ThreadId, options?: CallOptions): Promise<Thread | undefined>
  /**
   * Adds a turn at the end; its index is the number of turns before it. With `replaceLast` the last turn is cut
   * first (regenerate). Concurrent appends never share an index.
   * @throws DocentError `not_found` when there is no such thread.
   */
  append(
    thread: ThreadId,
    turn: Omit<ThreadTurn, 'index'>,
    options?: CallOptions & { replaceLast?: boolean },
  ): Promise<ThreadTurn>
  /** Keeps what a check of its claims came to with a turn, in place of an earlier one. False when there is no such turn. */
  noteClaims(thread: ThreadId, turn: string, claims: CheckedClaims, options?: CallOptions): Promise<boolean>
  /** The newest `limit` turns, oldest first; none for an unknown thread. */
  turns(thread: ThreadId, limit: number, options?: CallOptions): Promise<ThreadTurn[]>
  /**
   * Keeps what a reader says about a turn in place of what was said of it before; without `turn` it is about the
   * newest. What is said of a turn goes with the turn. Answers the turn's id; undefined without such a thread or turn.
   */
  rate(
    thread: ThreadId,
    turn: string | undefined,
    feedback: AnswerFeedback,
    options?: CallOptions,
  ): Promise<string | undefined>
  /** What was said about the turns of a thread, by the id of the turn. */
  feedbackOf(thread: ThreadId, options?: CallOptions): Promise<ReadonlyMap<string, AnswerFeedback>>
  /** Keeps a search that belongs to no conversation, unless `normalizedQuery` leaves nothing of it. */
  recordSearch(search: RecordedSearch, options?: CallOptions): Promise<void>
  /**
   * Counts a page that a reader opens as a click of their newest search of the last ten minutes that found it. A search
   * has one click; a page that no search found is no click. Answers whether it was one. A store may forget the reader
   * of a search after the ten minutes.
   */
  recordClick(click: SearchClick, options?: CallOptions): Promise<boolean>
  /** Deletes every conversation of one visitor of a project, with all that belongs to it, and the visitor's searches. Answers how many conversations. */
  forget(project: ProjectId, fp: string, options?: CallOptions): Promise<number>
  /**
   * Deletes, in small transactions, conversations whose newest turn (or start) is before that time, and searches from
   * before it. Answers how many conversations.
   */
  prune(before: number, options?: CallOptions): Promise<number>
}

export const ThreadStore: Token<ThreadStore> = token<ThreadStore>('ThreadStore')
