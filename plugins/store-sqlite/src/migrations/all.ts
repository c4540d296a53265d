import { jobs } from './001-jobs.ts'
import { threads } from './002-threads.ts'
import { keys } from './003-keys.ts'
import { projects } from './004-projects.ts'
import { threadReports } from './005-thread-reports.ts'
import { webhooks } from './006-webhooks.ts'
import { executableChanges } from './007-executable-changes.ts'
import { directSearches } from './008-direct-searches.ts'
import { jobWaits } from './009-job-waits.ts'
import { haltReasons } from './010-halt-reasons.ts'
import { audit } from './011-audit.ts'
import { secrets } from './012-secrets.ts'
import { readings } from './013-readings.ts'
import { analytics } from './014-analytics.ts'
import { allTimeCounts } from './015-all-time-counts.ts'
import { openSteps } from './016-open-steps.ts'
import { backgroundTasks } from './017-background-tasks.ts'
import { inventedNames } from './018-invented-names.ts'
import { countedSpans } from './019-counted-spans.ts'
import { checkedClaims } from './020-checked-claims.ts'
import type { Migration } from './migration.ts'

/** Every migration in the order of its version. */
export const MIGRATIONS: readonly Migration[] = [
  jobs,
  threads,
  keys,
  projects,
  threadReports,
  webhooks,
  executableChanges,
  directSearches,
  jobWaits,
  haltReasons,
  audit,
  secrets,
  readings,
  analytics,
  allTimeCounts,
  openSteps,
  backgroundTasks,
  inventedNames,
  countedSpans,
  checkedClaims,
]
