import { inject, injectable } from 'tsyringe'
import type { RecordedSearch } from '../../domain/recorded-search.ts'
import { Clock } from '../../ports/clock.ts'
import { Logger } from '../../ports/logger.ts'
import { ThreadStore } from '../../ports/thread-store.ts'

/** Keeps what was searched for outside of conversations, for the owner of the documentation to read. */
@injectable()
export class RecordSearch {
  constructor(
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /** Nobody waits for it: a search whose record fails was a search all the same, and the log says so. */
  record(search: Omit<RecordedSearch, 'createdAt'>): void {
    this.threads.recordSearch({ ...search, createdAt: this.clock.now() }).catch((error: unknown) => {
      const { projectId, source } = search
      this.logger.error({ err: error, projectId, source }, 'a search could not be recorded')
    })
  }
}
