import { type CallOptions, DocentError, type ProjectNotes, projectId } from '@docent/core/plugin'
import { z } from 'zod'

const LONGEST_ADDRESS = 500
/** Clocks of two machines differ by less. */
const CLOCK_MS = 300_000
/** The part of a URL with credentials: `//user:password@`. */
const PASSWORD = /\/\/[^/?#:]*:[^/?#@]*@/
/** No project can have this id: the note is of the whole store, whichever machine reads it. */
const SERVER = projectId('(server)')
const KEY = 'noted-backup'

/** The last backup by another tool, such as pg_dump, that an operator noted. Docent has not read it. */
export const NotedBackup = z.object({
  createdAt: z.iso.datetime(),
  /** Where it is, as the operator described it. */
  address: z.string(),
})
export type NotedBackup = z.output<typeof NotedBackup>

/** @returns undefined when nothing is noted */
export async function notedBackup(
  notes: ProjectNotes,
  options?: CallOptions,
): Promise<NotedBackup | undefined> {
  const stored = await notes.read(SERVER, KEY, options)
  return NotedBackup.nullish().parse(stored) ?? undefined
}

/**
 * Takes the place of what was noted before.
 *
 * @param at when the backup was made: an ISO 8601 time with its offset; default: now
 * @param now epoch milliseconds
 * @throws DocentError `invalid_request` for a time to come or an address that nobody should see
 */
export async function noteBackup(
  notes: ProjectNotes,
  { address, at, now }: { address: string; at?: string | undefined; now: number },
): Promise<NotedBackup> {
  const noted = { createdAt: timeOf(at, now), address: checkedAddress(address) }
  await notes.write(SERVER, KEY, noted)
  return noted
}

/**
 * @param address when given, it must be the one that was noted
 * @returns what was noted
 * @throws DocentError `not_found` when nothing, or another address, was noted
 */
export async function forgetNotedBackup(notes: ProjectNotes, address?: string): Promise<NotedBackup> {
  const noted = await notedBackup(notes)
  if (noted === undefined) throw new DocentError('not_found', 'No backup of another tool is recorded.')
  if (address !== undefined && address.trim() !== noted.address)
    throw new DocentError('not_found', `The recorded backup is at ${noted.address}.`)
  await notes.write(SERVER, KEY, null)
  return noted
}

function timeOf(at: string | undefined, now: number): string {
  if (at === undefined) return new Date(now).toISOString()
  const time = z.iso.datetime({ offset: true }).safeParse(at).success ? Date.parse(at) : Number.NaN
  if (Number.isNaN(time))
    throw new DocentError(
      'invalid_request',
      `--at is "${at}". Write a time with its offset, as in --at 2026-11-22T19:00:00Z.`,
    )
  if (time > now + CLOCK_MS)
    throw new DocentError('invalid_request', `--at is ${at}, which is still to come. Check the clock.`)
  return new Date(time).toISOString()
}

function checkedAddress(address: string): string {
  const text = address.trim()
  if (text === '' || text.length > LONGEST_ADDRESS || /\p{Cc}/u.test(text))
    throw new DocentError(
      'invalid_request',
      `Say where the backup is, in 1 to ${LONGEST_ADDRESS} characters on one line, such as /srv/backups/docent.dump.`,
    )
  if (PASSWORD.test(text))
    throw new DocentError(
      'invalid_request',
      'The address holds a password, and the dashboard shows it. Name the place without it.',
    )
  return text
}
