import { inject, injectable } from 'tsyringe'
import type { Project } from '../../domain/project.ts'
import type { RecordedSearch } from '../../domain/recorded-search.ts'
import { Clock } from '../../ports/clock.ts'
import { Logger } from '../../ports/logger.ts'
import { ThreadStore } from '../../ports/thread-store.ts'
import { DailyVisitors, type ReaderOrigin } from '../../readers/daily-visitors.ts'

/**
 * Keeps what was searched for outside of conversations, and what was opened after it, for the owner of the documentation
 * to read. The search does not wait for it: if the record fails, the log says so and the reader still gets results.
 */
@injectable()
export class RecordSearch {
  constructor(
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(DailyVisitors) private readonly visitors: DailyVisitors,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /** @param reader absent when nobody can open a result */
  search(
    project: Project,
    search: Omit<RecordedSearch, 'projectId' | 'createdAt' | 'visitor'>,
    reader: ReaderOrigin | undefined,
  ): void {
    const createdAt = this.clock.now()
    this.#inBackground(project, search.source, async () => {
      const visitor = reader && { visitor: await this.visitors.hash(project, reader) }
      await this.threads.recordSearch({ ...search, ...visitor, projectId: project.id, createdAt })
    })
  }

  opened(project: Project, path: string, reader: ReaderOrigin): void {
    const clickedAt = this.clock.now()
    this.#inBackground(project, 'click', async () => {
      const visitor = await this.visitors.hash(project, reader)
      await this.threads.recordClick({ projectId: project.id, path, visitor, clickedAt })
    })
  }

  #inBackground({ id }: Project, source: string, work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      this.logger.error({ err: error, projectId: id, source }, 'a search could not be recorded')
    })
  }
}
