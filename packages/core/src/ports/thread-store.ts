import type { ProjectId, ThreadId } from '../domain/ids.ts'
import type { Thread, ThreadTurn } from '../domain/thread.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** Conversations with the assistant. A write is on disk when its promise resolves. */
export interface ThreadStore {
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
  /** The newest `limit` turns, oldest first; none for an unknown thread. */
  turns(thread: ThreadId, limit: number, options?: CallOptions): Promise<ThreadTurn[]>
}

export const ThreadStore: Token<ThreadStore> = token<ThreadStore>('ThreadStore')
