import {
  type CallOptions,
  DocentError,
  type ProjectId,
  type Thread,
  type ThreadId,
  type ThreadStore,
  type ThreadTurn,
} from '@docent/core'
import type { Database } from './database.ts'

interface BodyRow {
  body: string
}

/** Conversations in SQLite. Appends run one after another in the database, so that an index is never given twice. */
export class SqliteThreadStore implements ThreadStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  create(thread: Thread, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      const added = this.#database.run(
        'INSERT INTO threads (id, project_id, created_at, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        thread.id,
        thread.projectId,
        thread.createdAt,
        JSON.stringify(thread),
      )
      if (added === 0) throw new DocentError('conflict', 'A thread with this id is there already.')
    }, options)
  }

  async get(project: ProjectId, id: ThreadId, options?: CallOptions): Promise<Thread | undefined> {
    options?.signal?.throwIfAborted()
    const row = this.#database.get<BodyRow>(
      'SELECT body FROM threads WHERE id = ? AND project_id = ?',
      id,
      project,
    )
    return row && (JSON.parse(row.body) as Thread)
  }

  append(
    thread: ThreadId,
    turn: Omit<ThreadTurn, 'index'>,
    options?: CallOptions & { replaceLast?: boolean },
  ): Promise<ThreadTurn> {
    return this.#database.transaction(() => {
      const last = this.#last(thread)
      if (options?.replaceLast && last.position >= 0) {
        this.#database.run(
          'DELETE FROM thread_turns WHERE thread = ? AND position = ?',
          last.thread,
          last.position,
        )
        last.position -= 1
      }
      const index = last.position + 1
      const body = JSON.stringify(turn)
      this.#database.run(
        'INSERT INTO thread_turns (thread, position, id, outcome, created_at, body) VALUES (?, ?, ?, ?, ?, ?)',
        last.thread,
        index,
        turn.id,
        turn.outcome,
        turn.createdAt,
        body,
      )
      return readTurn({ position: index, body })
    }, options)
  }

  async turns(thread: ThreadId, limit: number, options?: CallOptions): Promise<ThreadTurn[]> {
    options?.signal?.throwIfAborted()
    // A negative LIMIT means none at all to SQLite.
    const rows = this.#database.all<TurnRow>(
      `SELECT position, body FROM thread_turns WHERE thread = (SELECT seq FROM threads WHERE id = ?)
        ORDER BY position DESC LIMIT ?`,
      thread,
      Math.max(0, Math.floor(limit)),
    )
    return rows.reverse().map(readTurn)
  }

  /** The thread's number and the position of its last turn, -1 when it has none. @throws DocentError `not_found` */
  #last(thread: ThreadId): { thread: number; position: number } {
    const row = this.#database.get<{ thread: number; position: number }>(
      `SELECT seq AS thread, (SELECT COALESCE(MAX(position), -1) FROM thread_turns WHERE thread = threads.seq) AS position
        FROM threads WHERE id = ?`,
      thread,
    )
    if (!row) throw new DocentError('not_found', 'There is no such thread.')
    return row
  }
}

interface TurnRow extends BodyRow {
  position: number
}

function readTurn(row: TurnRow): ThreadTurn {
  return { ...(JSON.parse(row.body) as Omit<ThreadTurn, 'index'>), index: row.position }
}
