import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { namedPage } from '../domain/named-page.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { ReadingStore } from '../ports/reading-store.ts'
import { ThreadStore } from '../ports/thread-store.ts'
import { DailyVisitors, type ReaderOrigin } from './daily-visitors.ts'
import { programName } from './program-name.ts'
import { readerKind } from './reader-kind.ts'

/** Counts who reads which page, without keeping who they are. */
@injectable()
export class RecordView {
  constructor(
    @inject(ReadingStore) private readonly readings: ReadingStore,
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(DailyVisitors) private readonly visitors: DailyVisitors,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Also a click of the search that led to the page.
   * @param path any spelling of the page's path or address
   */
  async record(
    project: Project,
    path: string,
    origin: ReaderOrigin,
    options: CallOptions = {},
  ): Promise<void> {
    const now = this.clock.now()
    const page = { projectId: project.id, path: namedPage(project, path) }
    const visitor = await this.visitors.hash(project, origin)
    const { userAgent, program } = origin
    const reader = program === undefined ? readerKind(userAgent) : 'ai'
    const named = reader === 'ai' ? defined({ program: programName(program, userAgent) }) : {}
    await this.readings.recordView({ ...page, reader, ...named, visitor, viewedAt: now }, options)
    await this.threads.recordClick({ ...page, visitor, clickedAt: now }, options)
  }
}
