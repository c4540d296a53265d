import type { CallOptions } from '../../ports/call-options.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ReadingStore } from '../../ports/reading-store.ts'
import type { Settings } from '../../ports/settings.ts'
import type { ThreadStore } from '../../ports/thread-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Housekeeping of conversations: deletes those that nobody continued for the days that the settings say, and views and
 * feedback of pages that are as old.
 */
export async function pruneThreads(
  ports: { threads: ThreadStore; readings: ReadingStore; settings: Settings; clock: Clock },
  options: CallOptions = {},
): Promise<{ deleted: number }> {
  const { threads, readings, settings, clock } = ports
  const before = clock.now() - settings.assistant.keepThreadsDays * DAY_MS
  const deleted = await threads.prune(before, options)
  await readings.prune(before, options)
  return { deleted }
}
