import { keySecrets, makeReaderToken } from '@docent/core'
import type { Project, UserId } from '@docent/core/plugin'
import type { PublicCall } from '@docent/http'
import { siteOriginOf } from '@docent/http'

const HOUR_MS = 3_600_000
/** A page that stays open in a tab goes on answering for a working day; one of members ends with less. */
const PUBLIC_HOURS = 12
const MEMBERS_HOURS = 2

/**
 * What the widget of a page asks with: derived for this reader and the address of the page, never a stored key. It
 * changes on the hour, so that a page keeps its tag in between. A member's ends with the membership.
 *
 * @param member who reads pages that are not public
 */
export function readerKey(
  { services, headers, ip }: PublicCall,
  project: Project,
  member: UserId | undefined,
): string {
  const hours = project.site === 'public' ? PUBLIC_HOURS : MEMBERS_HOURS
  const hour = Math.floor(services.clock.now() / HOUR_MS)
  const { host } = headers
  const own = host === undefined || !/^[\w.:[\]-]+$/.test(host) ? [] : [`http://${host}`, `https://${host}`]
  return makeReaderToken(keySecrets(services.settings), {
    project,
    reader: ip,
    origins: [...new Set([new URL(siteOriginOf(services)).origin, ...own])].map((origin) =>
      origin.toLowerCase(),
    ),
    until: (hour + hours) * HOUR_MS,
    member: project.site === 'public' ? undefined : member,
  })
}
