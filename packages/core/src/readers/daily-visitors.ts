import { createHmac } from 'node:crypto'
import { inject, Lifecycle, scoped } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { ReadingStore } from '../ports/reading-store.ts'

const DAY_MS = 86_400_000

/** Where a request came from. Used for the hash of a day, and kept nowhere. */
export interface ReaderOrigin {
  ip: string
  userAgent: string | undefined
  /** What a program calls itself beside its user agent. */
  program?: string | undefined
}

/** Tells the readers of one day apart without keeping who they are. */
@scoped(Lifecycle.ContainerScoped)
export class DailyVisitors {
  #salt: { day: number; value: Promise<string> } | undefined

  constructor(
    @inject(ReadingStore) private readonly readings: ReadingStore,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
  ) {}

  /** Equal for the same reader on one day. On another day it differs, and nothing connects the two. */
  async hash(project: Project, { ip, userAgent = '' }: ReaderOrigin): Promise<string> {
    const salt = await this.#saltOf(this.clock.now())
    return createHmac('sha256', salt)
      .update(JSON.stringify([project.id, ip, userAgent]))
      .digest('base64url')
      .slice(0, 22)
  }

  #saltOf(now: number): Promise<string> {
    const day = Math.floor(now / DAY_MS) * DAY_MS
    if (this.#salt?.day === day) return this.#salt.value
    const value = this.readings.daySalt(day, this.ids.secret())
    this.#salt = { day, value }
    // A failure is not remembered.
    value.catch(() => {
      if (this.#salt?.value === value) this.#salt = undefined
    })
    return value
  }
}
