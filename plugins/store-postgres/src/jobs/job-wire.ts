import { randomUUID } from 'node:crypto'
import type { Logger } from '@docent/core/plugin'
import { Listener, type Postgres } from '@docent/postgres'
import type { JobNews, JobSignal } from '@docent/sql'
import { readSignals, writeSignals } from './job-signals.ts'

/** How often workers look for what no notification told, ms. */
const SWEEP_MS = 3_000
/** Every so many sweeps readers look too: a process may have died between its commit and the notification. */
const SWEEPS_OF_READERS = 5

/**
 * Carries news of jobs between processes by notifications, which are sent behind the commits of a turn of the event loop.
 * While notifications may be missed, everyone looks at each sweep, and otherwise every 15 s.
 */
export class JobWire {
  readonly #postgres: Postgres
  readonly #logger: Logger | undefined
  readonly #listener: Listener
  readonly #origin = randomUUID()
  readonly #sweepMs: number
  #news: JobNews | undefined
  #sweep: NodeJS.Timeout | undefined
  #sweeps = 0
  #waiting: JobSignal[] = []
  #sending: Promise<void> = Promise.resolve()

  constructor(postgres: Postgres, logger: Logger | undefined, sweepMs: number = SWEEP_MS) {
    this.#postgres = postgres
    this.#logger = logger
    this.#sweepMs = sweepMs
    const handlers = {
      onMessage: (payload: string) => {
        for (const signal of readSignals(payload, this.#origin)) this.#news?.heard(signal)
      },
      onGap: () => this.#news?.heard(),
    }
    this.#listener = new Listener(postgres, 'jobs', handlers, logger)
  }

  start(news: JobNews): void {
    this.#news = news
    this.#listener.start()
    this.#sweep ??= setInterval(() => this.#lookOnce(), this.#sweepMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweep)
    this.#sweep = undefined
    await this.#sending
    await this.#listener.stop()
    this.#news?.stop()
  }

  /** False while commits of other processes are found by looking, and not heard of. */
  get isHearing(): boolean {
    return this.#listener.isHearing
  }

  tell(signal: JobSignal): void {
    if (this.#waiting.push(signal) > 1) return
    this.#sending = this.#sending.then(() => this.#send())
  }

  async #send(): Promise<void> {
    const payloads = writeSignals(this.#origin, this.#waiting.splice(0))
    try {
      await this.#postgres.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
        this.#listener.channel,
        payloads,
      ])
    } catch (error) {
      this.#logger?.warn({ err: error }, 'others were not told of a change: they find it when they look')
    }
  }

  #lookOnce(): void {
    this.#sweeps += 1
    if (!this.#listener.isHearing || this.#sweeps % SWEEPS_OF_READERS === 0) this.#news?.heard()
    else this.#news?.wakeWorkers()
  }
}
