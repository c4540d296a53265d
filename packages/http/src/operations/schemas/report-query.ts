import { defined, type ReportPeriod, type ReportQuery } from '@docent/core/plugin'
import { z } from 'zod'
import { integerParameter } from './integer-parameter.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const time = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'must be a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z',
})

/** Query parameters of every report. */
export const period = {
  from: time.optional().describe('A day or time (ISO 8601, days in UTC); what was before is left out.'),
  to: time.optional().describe('A day, which is still in it, or a time, before which it must be.'),
}

export const page = {
  limit: integerParameter(1, 100).default(20).describe('Entries on a page, 1 to 100.'),
  cursor: z.string().min(1).max(1_000).optional().describe('`nextCursor` of the page before.'),
}

interface Period {
  from?: string | undefined
  to?: string | undefined
}

export function reportPeriod({ from, to }: Period): ReportPeriod {
  return {
    ...(from === undefined ? {} : { from: Date.parse(from) }),
    ...(to === undefined ? {} : { to: Date.parse(to) + (to.includes('T') ? 0 : DAY_MS) }),
  }
}

export function reportQuery(query: Period & { limit: number; cursor?: string | undefined }): ReportQuery {
  const { limit, cursor } = query
  return { ...reportPeriod(query), limit, ...defined({ cursor }) }
}

/** Times of replies: ISO 8601, UTC. */
export function isoTime(time: number): string {
  return new Date(time).toISOString()
}
