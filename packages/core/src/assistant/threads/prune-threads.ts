import { inject, injectable } from 'tsyringe'
import type { CallOptions } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { Settings } from '../../ports/settings.ts'
import { ThreadStore } from '../../ports/thread-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Housekeeping of conversations: deletes those that nobody continued for the days that the settings say. */
@injectable()
export class PruneThreads {
  constructor(
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(Settings) private readonly settings: Settings,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  async prune(options: CallOptions = {}): Promise<{ deleted: number }> {
    const { keepThreadsDays } = this.settings.assistant
    const before = this.clock.now() - keepThreadsDays * DAY_MS
    return { deleted: await this.threads.prune(before, options) }
  }
}
