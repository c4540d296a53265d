import { DocentError } from '@docent/core/plugin'

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** `30d`, `4w`, `12h`, or a date, as milliseconds since the epoch. */
export function sinceTime(text: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text.trim()) ?? []
  if (count !== undefined) return now - Number(count) * (UNITS[unit] ?? 0)
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw new DocentError(
    'invalid_request',
    `--since: "${text}" is no time. Write 30d, 4w, or a date such as 2026-01-31.`,
  )
}
