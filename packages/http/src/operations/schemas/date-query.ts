import { defined, type ReportPeriod, type ReportQuery } from '@docent/core/plugin'
import { z } from 'zod'
import { integerParameter } from './integer-parameter.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Date-times without a zone are UTC. */
const date = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], {
  error: 'must be a date such as 2026-01-31, or a date-time such as 2026-01-31T12:00:00Z',
})

/** Query parameters of the reports that importers read. */
export const dates = {
  dateFrom: date.optional().describe('A date or date-time (ISO 8601, UTC); what was before is left out.'),
  dateTo: date.optional().describe('A date or date-time (ISO 8601, UTC); both are still in it.'),
}

export const cursor = z.string().min(1).max(1_000).optional().describe('`nextCursor` of the page before.')

/** @param max of entries on a page, and how many there are by default */
export function limitOf(max: number, usual: number) {
  return integerParameter(1, max).default(usual).describe(`Most entries, 1 to ${max}.`)
}

interface Dates {
  dateFrom?: string | undefined
  dateTo?: string | undefined
}

export function datePeriod({ dateFrom, dateTo }: Dates): ReportPeriod {
  return {
    ...(dateFrom === undefined ? {} : { from: timeOf(dateFrom) }),
    ...(dateTo === undefined ? {} : { to: timeOf(dateTo) + (dateTo.includes('T') ? 1 : DAY_MS) }),
  }
}

/**
 * For counts of whole days. The moment of a midnight is no part of the day before it and none worth counting of the day
 * that it begins: reports from midnight to midnight count each day once.
 */
export function dayPeriod(given: Dates): ReportPeriod {
  const { from, to } = datePeriod(given)
  const end = to !== undefined && given.dateTo?.includes('T') ? Math.max(to - 1, (from ?? 0) + 1) : to
  return { ...defined({ from }), ...defined({ to: end }) }
}

export function dateQuery(query: Dates & { limit: number; cursor?: string | undefined }): ReportQuery {
  const { limit, cursor: after } = query
  return { ...datePeriod(query), limit, ...defined({ cursor: after }) }
}

function timeOf(text: string): number {
  return Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
}

/** What every list says of its next page. */
export const listEnd = {
  nextCursor: z.string().nullable().describe('For `cursor`; null on the last page.'),
  hasMore: z.boolean().describe('Whether there is a next page.'),
}

export function endOf(nextCursor: string | null) {
  return { nextCursor, hasMore: nextCursor !== null }
}
