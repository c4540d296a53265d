import { RecordAudit } from '../access/record-audit.ts'
import { pruneThreads } from '../assistant/threads/prune-threads.ts'
import { ArchiveIdleJobs } from '../jobs/archive-idle-jobs.ts'
import { LookUpPullRequests } from '../jobs/look-up-pull-requests.ts'
import type { Docent } from '../plugin/docent.ts'
import { Clock } from '../ports/clock.ts'
import { Logger } from '../ports/logger.ts'
import { ReadingStore } from '../ports/reading-store.ts'
import { Settings } from '../ports/settings.ts'
import { ThreadStore } from '../ports/thread-store.ts'
import { PeriodicTask } from './periodic-task.ts'

/** Archives idle jobs, deletes what the retention settings say and looks pull requests up, once an hour, in one of all processes. */
export function housekeeping(docent: Docent): PeriodicTask {
  return new PeriodicTask(docent, {
    name: 'housekeeping',
    everyMs: 3_600_000,
    notPlanned: 'housekeeping could not be planned; it is in an hour',
    async run(signal) {
      await docent.resolve(ArchiveIdleJobs).archive({ signal })
      await docent.resolve(RecordAudit).prune({ signal })
      const ports = {
        threads: docent.resolve(ThreadStore),
        readings: docent.resolve(ReadingStore),
        settings: docent.resolve(Settings),
        clock: docent.resolve(Clock),
      }
      const { deleted } = await pruneThreads(ports, { signal })
      if (deleted > 0) docent.resolve(Logger).info({ deleted }, 'old conversations were deleted')
      await docent.resolve(LookUpPullRequests).lookUp({ signal })
    },
  })
}
