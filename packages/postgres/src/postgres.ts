import { type CallOptions, DocentError, type Health, type Logger } from '@docent/core/plugin'
import pg from 'pg'
import { type CommitMark, CommitMarks, fateOf, MARK_COMMIT } from './commit-marks.ts'
import { explainOutage, whyAway } from './explain-outage.ts'
import { withSchemaName } from './in-schema.ts'
import { isClash, isConnectionFailure, isForeignConnection, mapPostgresError } from './map-error.ts'
import type { PostgresSettings } from './options.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { RetryWindow } from './retry-window.ts'
import { assertNewEnough } from './server-version.ts'
import type {
  Notification,
  QueryOptions,
  Rows,
  SqlValue,
  Transaction,
  TransactionOptions,
} from './transaction.ts'
import { numbersAsNumbers } from './value-types.ts'

/** Longest wait for a connection, and for the answer to one statement. */
const CONNECT_MS = 5_000
const STATEMENT_MS = 30_000
/** How long a call goes on while the database restarts or fails over. */
const RETRY_MS = 20_000
/**
 * Statements that read little are compiled by a wrong guess of their costs: half a second for eight milliseconds of work.
 * Sent ahead on each new connection, it makes nobody wait.
 */
const WITHOUT_JIT = 'SET jit = off'
const NOTIFY = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload'

export interface PostgresDependencies {
  logger?: Logger
  /** How long a call goes on trying while the database is away, ms. Default: 20,000. */
  retryMs?: number
}

/**
 * A pool of connections to one database, through a pooler in transaction mode or without. SQL names tables as
 * `docent.table`; the configured schema takes the place of `docent`.
 *
 * @example
 * const postgres = new Postgres({ url, directUrl: url, schema: 'docent', connections: 10 })
 * await postgres.open()
 * const { rows } = await postgres.query<{ id: string }>('SELECT id FROM docent.jobs WHERE id = $1', ['j1'])
 */
export class Postgres {
  readonly settings: PostgresSettings
  readonly #retryMs: number
  readonly #logger: Logger | undefined
  readonly #statements: PreparedStatements
  readonly #marks = new CommitMarks()
  #pool: pg.Pool | undefined

  constructor(settings: PostgresSettings, { logger, retryMs = RETRY_MS }: PostgresDependencies = {}) {
    this.settings = withSchemaName(settings)
    this.#logger = logger
    this.#retryMs = retryMs
    this.#statements = new PreparedStatements(settings)
  }

  get isOpen(): boolean {
    return this.#pool !== undefined
  }

  /**
   * @throws DocentError `configuration` for a server that is too old, a wrong password, or a missing database;
   * `unavailable`, with its address, for one that cannot be reached.
   */
  async open(): Promise<void> {
    if (this.#pool) return
    this.#pool = this.#makePool()
    try {
      const { rows } = await this.query<{ number: number; name: string }>(
        "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name",
      )
      assertNewEnough(rows[0])
    } catch (error) {
      await this.close()
      throw explainOutage(error, this.settings.url)
    }
  }

  /** Waits for what is under way and closes all connections. Safe to call twice. */
  async close(): Promise<void> {
    const pool = this.#pool
    this.#pool = undefined
    await pool?.end()
  }

  async health(): Promise<Health> {
    try {
      await this.#attempt((client) => client.query('SELECT 1'))
      return { ok: true }
    } catch (error) {
      return { ok: false, message: whyAway(error, this.settings.url) }
    }
  }

  /**
   * One statement, sent again when the connection is cut: for reads, and for writes that may well happen twice, or that
   * are told by their values that they may have happened.
   * @throws DocentError `unavailable` when the database stays away.
   */
  query<Row = unknown>(
    sql: string,
    values: readonly SqlValue[] | ((isSentAgain: boolean) => readonly SqlValue[]) = [],
    { notification, ...options }: QueryOptions = {},
  ): Promise<Rows<Row>> {
    let sent = 0
    return this.#retried(
      () =>
        this.#attempt(async (client) => {
          sent += 1
          const wasSentBefore = sent > 1
          const given = typeof values === 'function' ? values(wasSentBefore) : values
          const answer = this.#send<Row>(client, sql, given)
          const notified = notification && this.#notify(client, notification)
          const rows = await answer
          await notified
          return { ...rows, wasSentBefore }
        }),
      options,
    )
  }

  /**
   * Runs `work` in a transaction of READ COMMITTED; it may run more than once, and commits at most once: when the
   * connection is cut during the commit, the database is asked what became of it. `migrate` made its tables before.
   * @throws DocentError `unavailable` when the database stays away.
   */
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result> {
    const isMarked = options?.isRepeatable !== true
    return this.#retried(() => this.#transact(work, isMarked), options)
  }

  async #retried<Result>(call: () => Promise<Result>, options: CallOptions | undefined): Promise<Result> {
    const signal = options?.signal
    const window = new RetryWindow(this.#retryMs, signal)
    for (;;) {
      signal?.throwIfAborted()
      // As it was when the call began: of many that meet a pooler at once, only the first finds it still set.
      const { isPreparing } = this.#statements
      try {
        return await call()
      } catch (error) {
        if (isPreparing && isForeignConnection(error)) {
          this.#statements.stopPreparing()
          continue
        }
        const isWorthIt = this.isOpen && (isConnectionFailure(error) || isClash(error))
        if (!isWorthIt || !(await window.waitForNext())) throw mapPostgresError(error)
      }
    }
  }

  async #attempt<Result>(call: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#connect()
    let failure: unknown
    try {
      return await call(client)
    } catch (error) {
      failure = error
      throw error
    } finally {
      client.release(isConnectionFailure(failure) || isForeignConnection(failure))
    }
  }

  async #transact<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    isMarked: boolean,
  ): Promise<Result> {
    let committing: { result: Result; mark: CommitMark | undefined } | undefined
    const notifications: Notification[] = []
    try {
      return await this.#attempt(async (client) => {
        const mark = isMarked ? this.#marks.take() : undefined
        const begun = Promise.all([
          client.query('BEGIN'),
          mark && this.#send(client, MARK_COMMIT, [mark.writer, mark.number]),
        ])
        // Each failure is looked at below; until then it must not count as one that nobody handles.
        void Promise.allSettled([begun])
        const sent: Promise<unknown>[] = [begun]
        const send = <Row>(sql: string, values: readonly SqlValue[] = [], timeoutMs?: number) => {
          const answer = this.#send<Row>(client, sql, values, timeoutMs)
          void Promise.allSettled([answer])
          sent.push(answer)
          return answer
        }
        try {
          const result = await work({
            query: send,
            last: (sql, values) => void send(sql, values),
            notify: (notification) => void notifications.push(notification),
          })
          // From here on the mark is locked: whoever reads it waits for the end of this transaction.
          await begun
          committing = { result, mark }
          const ended = client.query('COMMIT')
          const notified = notifications.map((each) => this.#notify(client, each))
          const [commit, ...others] = await Promise.all([ended, ...sent])
          if (commit.command !== 'COMMIT')
            throw new Error(`PostgreSQL rolled back ${others.length} statements`)
          if (mark) this.#marks.giveBack(mark)
          await Promise.all(notified)
          return result
        } catch (error) {
          const [first] = (await Promise.allSettled(sent)).filter((each) => each.status === 'rejected')
          const cause: unknown = first && !isConnectionFailure(error) ? first.reason : error
          if (!isConnectionFailure(cause)) {
            committing = undefined
            await client.query('ROLLBACK')
            if (mark) this.#marks.giveBack(mark)
          }
          throw cause
        }
      })
    } catch (error) {
      if (!committing?.mark || !isConnectionFailure(error)) throw error
      const fate = await fateOf(committing.mark, (sql, values) => this.query<{ number: number }>(sql, values))
      this.#logger?.warn({ fate }, 'the connection to PostgreSQL was cut during a commit')
      if (fate !== 'committed') throw error
      // What was sent behind the cut commit may have come before its end.
      for (const each of notifications) void this.#notifyLater(each)
      return committing.result
    }
  }

  /** Never rejects: what it tells of is committed, whatever comes of it. */
  async #notify(client: pg.PoolClient, notification: Notification): Promise<void> {
    try {
      await this.#send(client, NOTIFY, [notification.channel, notification.payloads])
    } catch {
      // The connection was cut, or is another one behind a pooler. The caller need not wait for the next one.
      void this.#notifyLater(notification)
    }
  }

  async #notifyLater({ channel, payloads }: Notification): Promise<void> {
    try {
      await this.query(NOTIFY, [channel, payloads])
    } catch (error) {
      this.#logger?.warn(
        { err: error, channel },
        'a notification was not sent: others find the change when they look',
      )
    }
  }

  async #send<Row>(
    client: pg.PoolClient,
    sql: string,
    values: readonly SqlValue[],
    timeoutMs?: number,
  ): Promise<Rows<Row>> {
    const { rows, rowCount } = await client.query({
      ...this.#statements.of(sql, values.length),
      values: values as unknown[],
      ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
    } as pg.QueryConfig)
    return { rows: rows as Row[], count: rowCount ?? 0, wasSentBefore: false }
  }

  async #connect(): Promise<pg.PoolClient> {
    if (!this.#pool) {
      throw new DocentError('unavailable', 'The database is not open: the server is starting or stopping.', {
        isRetryable: true,
      })
    }
    return this.#pool.connect()
  }

  #makePool(): pg.Pool {
    const pool = new pg.Pool({
      connectionString: this.settings.url,
      max: this.settings.connections,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: STATEMENT_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      application_name: 'docent',
      types: numbersAsNumbers,
      pipeline: true,
    })
    const cut = (error: Error) => this.#logger?.debug({ err: error }, 'a connection to PostgreSQL was cut')
    // Without listeners a connection that is cut while nobody uses it would end the process.
    pool.on('error', cut)
    pool.on('connect', (client) => {
      client.on('error', cut)
      client.query(WITHOUT_JIT).catch(cut)
    })
    return pool
  }
}
