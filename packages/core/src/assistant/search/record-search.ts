import type { RecordedSearch } from '../../domain/recorded-search.ts'
import type { Logger } from '../../ports/logger.ts'
import type { ThreadStore } from '../../ports/thread-store.ts'

/**
 * Keeps what was searched for outside of conversations, for the owner of the documentation to read. Nobody waits for
 * it: a search whose record fails was a search all the same, and the log says so.
 */
export function recordSearch(
  { threads, logger }: { threads: ThreadStore; logger: Logger },
  search: RecordedSearch,
): void {
  threads.recordSearch(search).catch((error: unknown) => {
    const { projectId, source } = search
    logger.error({ err: error, projectId, source }, 'a search could not be recorded')
  })
}
