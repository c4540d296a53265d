import type { CallOptions } from '../../ports/call-options.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Settings } from '../../ports/settings.ts'
import type { ThreadStore } from '../../ports/thread-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Housekeeping of conversations: deletes those that nobody continued for the days that the settings say. */
export async function pruneThreads(
  { threads, settings, clock }: { threads: ThreadStore; settings: Settings; clock: Clock },
  options: CallOptions = {},
): Promise<{ deleted: number }> {
  const before = clock.now() - settings.assistant.keepThreadsDays * DAY_MS
  return { deleted: await threads.prune(before, options) }
}
