import type { Notification } from '@docent/postgres'
import type { JobDraft } from './job-draft.ts'
import type { Work } from './work.ts'

/** What a commit means to those who wait. */
export interface JobSignal {
  readonly id: string
  /** Its worker must hear of it. */
  readonly isNotice: boolean
  /** Whether a job may have become claimable. */
  readonly work: Work | undefined
}

/** Where news of jobs is sent, and the name of this process in it. */
export interface NewsTarget {
  readonly channel: string
  /** A process ignores news under its own name. */
  readonly origin: string
}

/** PostgreSQL carries at most 8,000 bytes in one notification. */
const MOST_BYTES = 7_000

/** A server of the release before knows `w` alone, and looks. */
const FLAGS: Readonly<Record<Work, string>> = { new: 'w', freed: 'wf' }

export function signalOf({ row, before, work }: JobDraft): JobSignal {
  return { id: before.job.id, isNotice: row.notice !== before.notice, work }
}

/** The notification that follows the commit of a transaction that changed the jobs. */
export function notificationOf({ channel, origin }: NewsTarget, drafts: readonly JobDraft[]): Notification {
  return { channel, payloads: writeSignals(origin, drafts.map(signalOf)) }
}

export function writeSignals(origin: string, signals: readonly JobSignal[]): string[] {
  const payloads: string[] = []
  let text = origin
  for (const { id, isNotice, work } of signals) {
    const signal = `\n${isNotice ? 'n' : ''}${work ? FLAGS[work] : ''} ${id}`
    if (text.length + signal.length > MOST_BYTES) {
      payloads.push(text)
      text = origin
    }
    text += signal
  }
  return [...payloads, text]
}

/** @returns undefined for what this process told itself */
export function readSignals(payload: string, origin: string): JobSignal[] | undefined {
  const [from, ...lines] = payload.split('\n')
  if (from === origin) return undefined
  return lines.map((line) => {
    const space = line.indexOf(' ')
    const flags = line.slice(0, space)
    const work = flags.includes(FLAGS.freed) ? 'freed' : flags.includes(FLAGS.new) ? 'new' : undefined
    return { id: line.slice(space + 1), isNotice: flags.includes('n'), work }
  })
}
