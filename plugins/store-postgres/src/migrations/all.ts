import type { Migration } from '@docent/postgres'
import { jobs } from './001-jobs.ts'
import { threads } from './002-threads.ts'
import { access } from './003-access.ts'
import { webhooks } from './004-webhooks.ts'
import { readings } from './005-readings.ts'
import { claims } from './006-claims.ts'
import { pullStates } from './007-pull-states.ts'
import { inventedNames } from './008-invented-names.ts'
import { countedSpans } from './009-counted-spans.ts'
import { countsInPlace } from './010-counts-in-place.ts'
import { checkedClaims } from './011-checked-claims.ts'

/** Every migration in the order of its version. */
export const MIGRATIONS: readonly Migration[] = [
  jobs,
  threads,
  access,
  webhooks,
  readings,
  claims,
  pullStates,
  inventedNames,
  countedSpans,
  countsInPlace,
  checkedClaims,
]
