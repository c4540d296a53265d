import type { Day } from '../../api/reports.ts'

const COLUMNS = [
  'day',
  'answers',
  'unanswered',
  'failed',
  'jobs',
  'failedJobs',
  'pullRequests',
  'dollars',
] as const

/** Hands the days to the browser as a file. */
export function saveCsv(name: string, days: readonly Day[]): void {
  const lines = [COLUMNS.join(','), ...days.map((day) => COLUMNS.map((column) => day[column]).join(','))]
  const address = URL.createObjectURL(new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
