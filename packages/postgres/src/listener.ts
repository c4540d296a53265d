import { randomUUID } from 'node:crypto'
import { type Logger, WakeUp } from '@docent/core/plugin'
import pg from 'pg'
import type { Postgres } from './postgres.ts'

/** Between two heartbeats, and the longest that one may take to be heard. */
const BEAT_MS = 4_000
const HEARD_MS = 2_000
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 1_000

/** What connections that listen are called in `pg_stat_activity`: every server and worker of the schema has one. */
export function listenerName({ settings }: Postgres): string {
  return `docent listener ${settings.schema}`
}

export interface ListenerHandlers {
  /** A notification, of whichever process. */
  onMessage(payload: string): void
  /** Something may have been missed: listening began, or began again. */
  onGap(): void
}

/**
 * Hears NOTIFY on a connection of its own, which must lead to PostgreSQL itself: behind a pooler LISTEN seems to
 * succeed and hears nothing. Each heartbeat is a notification that must be heard, so a cut, a frozen server and a
 * pooler are all noticed; then it connects and listens again.
 */
export class Listener {
  readonly #postgres: Postgres
  readonly #channel: string
  readonly #handlers: ListenerHandlers
  readonly #logger: Logger | undefined
  readonly #beat = `beat ${randomUUID()}`
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined
  #isHearing = false
  #beats = 0

  constructor(postgres: Postgres, channel: string, handlers: ListenerHandlers, logger?: Logger) {
    this.#postgres = postgres
    this.#channel = `${postgres.settings.schema}_${channel}`
    this.#handlers = handlers
    this.#logger = logger
  }

  /** The name of the channel for `pg_notify`. */
  get channel(): string {
    return this.#channel
  }

  /** False while messages may be missed: whoever waits must look by itself. */
  get isHearing(): boolean {
    return this.#isHearing
  }

  start(): void {
    this.#running ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    let pause = FIRST_PAUSE_MS
    while (!this.#stopping.signal.aborted) {
      const began = performance.now()
      try {
        await this.#listen()
      } catch (error) {
        this.#logger?.warn(
          { error, channel: this.#channel },
          'listening to PostgreSQL was cut, and begins again',
        )
      }
      this.#isHearing = false
      // A connection that held for a while was cut: it is made again at once.
      pause = performance.now() - began > BEAT_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS)
      await new WakeUp().wait({ timeoutMs: pause * (0.5 + Math.random()), signal: this.#stopping.signal })
    }
  }

  /** Listens until the connection fails or `stop` is called. */
  async #listen(): Promise<void> {
    const signal = this.#stopping.signal
    const ended = new WakeUp()
    const heard = new WakeUp()
    let failure: unknown
    const client = new pg.Client({
      connectionString: this.#postgres.settings.directUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: HEARD_MS * 2,
      keepAlive: true,
      application_name: listenerName(this.#postgres),
    })
    const end = (error?: Error) => {
      failure ??= error ?? new Error('the server ended the connection')
      ended.ring()
      heard.ring()
    }
    client.on('error', end)
    client.on('end', end)
    client.on('notification', ({ payload = '' }) => {
      if (payload === this.#beat) {
        this.#beats += 1
        heard.ring()
      }
      if (!payload.startsWith('beat ')) this.#handlers.onMessage(payload)
    })
    try {
      await client.connect()
      await client.query(`LISTEN ${pg.escapeIdentifier(this.#channel)}`)
      while (!signal.aborted && failure === undefined) {
        await this.#mustBeHeard(heard)
        if (failure !== undefined) break
        if (!this.#isHearing) {
          this.#isHearing = true
          this.#handlers.onGap()
        }
        await ended.wait({ timeoutMs: BEAT_MS, signal })
      }
      if (failure !== undefined) throw failure
    } finally {
      client.removeListener('end', end)
      this.#isHearing = false
      await client.end()
    }
  }

  async #mustBeHeard(heard: WakeUp): Promise<void> {
    const before = this.#beats
    heard.reset()
    await this.#postgres.query('SELECT pg_notify($1, $2)', [this.#channel, this.#beat])
    await heard.wait({ timeoutMs: HEARD_MS, signal: this.#stopping.signal })
    if (this.#beats === before && !this.#stopping.signal.aborted) {
      throw new Error('a notification was not heard: does the address lead through a pooler?')
    }
  }
}
