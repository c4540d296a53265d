import type { JobId } from '@docent/core/plugin'
import type { JobSignal } from '@docent/sql'

/** PostgreSQL carries at most 8,000 bytes in one notification. */
const MOST_BYTES = 7_000

/** @param origin the name of this process: it ignores news under its own name */
export function writeSignals(origin: string, signals: readonly JobSignal[]): string[] {
  const payloads: string[] = []
  let text = origin
  for (const { id, isNotice, isWork } of signals) {
    const signal = `\n${isNotice ? 'n' : ''}${isWork ? 'w' : ''} ${id}`
    if (text.length + signal.length > MOST_BYTES) {
      payloads.push(text)
      text = origin
    }
    text += signal
  }
  return [...payloads, text]
}

/** @returns nothing of what this process told itself */
export function readSignals(payload: string, origin: string): JobSignal[] {
  const [from, ...lines] = payload.split('\n')
  if (from === origin) return []
  return lines.map((line) => {
    const space = line.indexOf(' ')
    const flags = line.slice(0, space)
    return { id: line.slice(space + 1) as JobId, isNotice: flags.includes('n'), isWork: flags.includes('w') }
  })
}
