import { createHmac } from 'node:crypto'
import { inject, Lifecycle, scoped } from 'tsyringe'
import { namedPage } from '../domain/named-page.ts'
import type { ReaderKind } from '../domain/page-view.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { ReadingStore } from '../ports/reading-store.ts'
import { readerKind } from './reader-kind.ts'

const DAY_MS = 86_400_000

/** Where a request came from. Used for the hash of a day, and kept nowhere. */
export interface ReaderOrigin {
  ip: string
  userAgent: string | undefined
}

/** Counts who reads which page, without keeping who they are. */
@scoped(Lifecycle.ContainerScoped)
export class RecordView {
  #salt: { day: number; value: Promise<string> } | undefined

  constructor(
    @inject(ReadingStore) private readonly readings: ReadingStore,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
  ) {}

  /** @param path any spelling of the page's path or address */
  async record(
    project: Project,
    path: string,
    origin: ReaderOrigin,
    options: CallOptions = {},
  ): Promise<{ reader: ReaderKind }> {
    const viewedAt = this.clock.now()
    const reader = readerKind(origin.userAgent)
    const view = { projectId: project.id, path: namedPage(project, path), reader, viewedAt }
    await this.readings.recordView({ ...view, visitor: await this.visitor(project, origin) }, options)
    return { reader }
  }

  /** The same for the same reader on one day; of another day nobody can find it again. */
  async visitor(project: Project, { ip, userAgent = '' }: ReaderOrigin): Promise<string> {
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
