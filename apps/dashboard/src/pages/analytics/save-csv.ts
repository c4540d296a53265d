import type { Day } from '../../api/reports.ts'
import { saveFile } from '../../ui/save-file.ts'

const COLUMNS = [
  'day',
  'answers',
  'unanswered',
  'failed',
  'jobs',
  'failedJobs',
  'pullRequests',
  'mergedPullRequests',
  'dollars',
] as const

/** Hands the days to the browser as a file. */
export function saveCsv(name: string, days: readonly Day[]): void {
  const lines = [COLUMNS.join(','), ...days.map((day) => COLUMNS.map((column) => day[column]).join(','))]
  saveFile(name, 'text/csv', `${lines.join('\n')}\n`)
}
