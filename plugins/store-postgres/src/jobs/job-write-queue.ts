import type { Postgres } from '@docent/postgres'
import { PostgresSql } from '../postgres-sql.ts'
import { createJobs, type NewJob } from './create-jobs.ts'
import { type Claimer, claimJobs } from './job-claims.ts'
import type { JobNews } from './job-news.ts'
import { commitWrites, type JobWrite } from './job-writes.ts'
import type { StoreClock } from './store-clock.ts'
import { WriteQueue } from './write-queue.ts'

type Item = { create: NewJob } | { change: JobWrite } | { claim: Claimer }

export type JobWriteQueue = WriteQueue<'create' | 'change' | 'claim', Item>

/** What is called in one event-loop turn shares a transaction with its kind: new jobs, changes, claims. */
export function jobWriteQueue(
  postgres: Postgres,
  clock: StoreClock,
  news: JobNews,
  now: (() => number) | undefined,
): JobWriteQueue {
  const { target } = news
  const sql = new PostgresSql(postgres, now)
  return new WriteQueue<'create' | 'change' | 'claim', Item>({
    create: (items) =>
      createJobs(
        postgres,
        items.flatMap((item) => ('create' in item ? [item.create] : [])),
        { sql, now: clock.parameter, at: clock.estimate(), target },
      ),
    change: (items) =>
      commitWrites(
        postgres,
        items.flatMap((item) => ('change' in item ? [item.change] : [])),
        now,
        target,
      ),
    claim: async (items) => {
      const ring = news.rings
      const { claims, outlook } = await claimJobs(
        postgres,
        clock,
        items.flatMap((item) => ('claim' in item ? [item.claim] : [])),
      )
      if (outlook) news.seen(outlook, ring)
      return claims.map((value) => ({ value }))
    },
  })
}
