import { readFileSync } from 'node:fs'

/** Where the system does not tell: what most of them allow at least. */
const UNKNOWN = 1_024

/** How many files and connections the process may have open at once. */
export function openFileLimit(): number {
  return limitOf(linuxLimits() ?? reportedLimit())
}

function limitOf(text: string | undefined): number {
  const limit = Number(text)
  // `unlimited` is as good as any number that no process reaches.
  if (text === 'unlimited') return 1_048_576
  return Number.isSafeInteger(limit) && limit > 0 ? limit : UNKNOWN
}

function linuxLimits(): string | undefined {
  if (process.platform !== 'linux') return undefined
  return /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
}

/** Other systems tell it in the report of Node, which takes a few milliseconds. */
function reportedLimit(): string | undefined {
  const report: { userLimits?: { open_files?: { soft?: string | number } } } = process.report.getReport()
  return report.userLimits?.open_files?.soft?.toString()
}
