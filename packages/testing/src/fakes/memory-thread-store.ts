import {
  type CallOptions,
  DocentError,
  type ProjectId,
  type Thread,
  type ThreadId,
  type ThreadStore,
  type ThreadTurn,
} from '@docent/core'

/** Threads in memory, for tests. What goes in and comes out is copied, as with a real store. */
export class MemoryThreadStore implements ThreadStore {
  protected readonly threads = new Map<ThreadId, Thread>()
  protected readonly turnsOf = new Map<ThreadId, ThreadTurn[]>()

  async create(thread: Thread, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    if (this.threads.has(thread.id)) {
      throw new DocentError('conflict', 'A thread with this id is there already.')
    }
    this.threads.set(thread.id, structuredClone(thread))
    this.turnsOf.set(thread.id, [])
  }

  async get(project: ProjectId, id: ThreadId, options?: CallOptions): Promise<Thread | undefined> {
    options?.signal?.throwIfAborted()
    const thread = this.threads.get(id)
    return thread?.projectId === project ? structuredClone(thread) : undefined
  }

  async append(
    thread: ThreadId,
    turn: Omit<ThreadTurn, 'index'>,
    options?: CallOptions & { replaceLast?: boolean },
  ): Promise<ThreadTurn> {
    options?.signal?.throwIfAborted()
    const turns = this.turnsOf.get(thread)
    if (!turns) throw new DocentError('not_found', 'There is no such thread.')
    if (options?.replaceLast) turns.pop()
    const added: ThreadTurn = { ...structuredClone(turn), index: turns.length }
    turns.push(added)
    return structuredClone(added)
  }

  async turns(thread: ThreadId, limit: number, options?: CallOptions): Promise<ThreadTurn[]> {
    options?.signal?.throwIfAborted()
    if (limit < 1) return []
    return structuredClone((this.turnsOf.get(thread) ?? []).slice(-limit))
  }
}
