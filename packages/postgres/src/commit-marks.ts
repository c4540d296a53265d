import { randomUUID } from 'node:crypto'

/** Longest that a mark is kept after its last transaction, and the longest time after which one is believed, hours. */
const KEPT_HOURS = 48
const BELIEVED_MS = 24 * 60 * 60 * 1_000

/**
 * What each writer committed last. A row is overwritten by the next transaction of its writer, so there are about as
 * many as connections.
 */
export const COMMITS_TABLE = `
  CREATE TABLE IF NOT EXISTS docent.commits (
    writer uuid PRIMARY KEY, number bigint NOT NULL, at timestamptz NOT NULL
  ) WITH (fillfactor = 50)`

const FORGET = `DELETE FROM docent.commits WHERE at < now() - interval '${KEPT_HOURS} hours'`

/** The first statement of a transaction. The lock on its row ends with the transaction, however that ends. */
export const MARK_COMMIT = `
  INSERT INTO docent.commits (writer, number, at) VALUES ($1, $2, now())
  ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = excluded.at`

/** Waits for a transaction of this writer that the server still holds open, then answers what was committed last. */
const READ_MARK = `
  INSERT INTO docent.commits AS kept (writer, number, at) VALUES ($1, 0, now())
  ON CONFLICT (writer) DO UPDATE SET number = kept.number RETURNING number`

/** Deletes the marks of processes that ended and of connections that were cut. */
export async function forgetCommits(postgres: { query(sql: string): Promise<unknown> }): Promise<void> {
  await postgres.query(FORGET)
}

/** What one transaction leaves behind when it commits, and only then. */
export interface CommitMark {
  readonly writer: string
  readonly number: number
  /** Milliseconds since the epoch, by this process's clock. */
  readonly takenAt: number
}

/**
 * Marks by which a transaction is found again whose connection was cut during the commit. The number that PostgreSQL
 * itself gives to a transaction does not serve: after a crash it gives those again that were not flushed, and
 * `pg_xact_status` then answers for the transaction of somebody else.
 */
export class CommitMarks {
  /** Writers without a transaction under way, with the number that each used last. */
  readonly #free: { writer: string; number: number }[] = []

  take(): CommitMark {
    const { writer, number } = this.#free.pop() ?? { writer: randomUUID(), number: 0 }
    return { writer, number: number + 1, takenAt: Date.now() }
  }

  /** Only when the server has surely ended the transaction: the next one of the writer would wait for it. */
  giveBack({ writer, number }: CommitMark): void {
    this.#free.push({ writer, number })
  }
}

/**
 * What became of the transaction that a mark belongs to. The answer stands: when it is `aborted`, the transaction can't
 * commit any more.
 * @param ask sends one statement
 */
export async function fateOf(
  { writer, number, takenAt }: CommitMark,
  ask: (sql: string, values: string[]) => Promise<{ rows: { number: number }[] }>,
): Promise<'committed' | 'aborted'> {
  const { rows } = await ask(READ_MARK, [writer])
  // A process that slept this long may find that its mark was forgotten, and would do all of it a second time.
  if (Date.now() - takenAt > BELIEVED_MS) {
    throw new Error('PostgreSQL does not know any more what became of a transaction: it began over a day ago')
  }
  return rows[0]?.number === number ? 'committed' : 'aborted'
}
