import type { Docent, KeyRecord } from '@docent/core'
import { resealAll } from '../secrets/reseal-all.ts'
import { attention, type CheckResult, checked, failed, fine } from './check-result.ts'

const NAME = 'stored secrets'
/** Of many keys, these are named. */
const MOST_NAMED = 5

/**
 * Whether the secrets of the server open what is stored, and the older ones can go. It encrypts anew, as each start does.
 */
export function checkStoredSecrets(docent: Docent): Promise<CheckResult> {
  return checked(NAME, async () => {
    const { keys, lostKeys, credentials, secondFactors, olderSecrets } = await resealAll(docent)
    const lost = [
      count(lostKeys.length, 'API key', namesOf(lostKeys)),
      count(credentials.lost, 'credential'),
      count(secondFactors.lost, 'second factor'),
    ].filter((text) => text !== '')
    if (lost.length > 0)
      return failed(
        NAME,
        `The secret of this server is not the one of ${lost.join(', ')}`,
        'Set DOCENT_SECRET to the secret that the other servers have, or had before: the newest first, then older ones by commas. When it is lost, make the keys and enter the credentials again.',
      )
    if (olderSecrets === 0) return fine(NAME, 'The secret of the server opens all of them')
    if (keys.length === 0)
      return fine(
        NAME,
        'Nothing needs the older secrets: leave the newest alone in DOCENT_SECRET, and restart',
      )
    return attention(
      NAME,
      `${keys.length} API ${keys.length === 1 ? 'key needs' : 'keys need'} an older secret until the next use, such as ${namesOf(keys)}`,
      'Use or replace these keys before you take an older secret away: docent keys reseal lists all of them.',
    )
  })
}

function count(number: number, noun: string, names = ''): string {
  if (number === 0) return ''
  return `${number} ${noun}${number === 1 ? '' : 's'}${names === '' ? '' : ` (${names})`}`
}

function namesOf(keys: readonly KeyRecord[]): string {
  return keys
    .slice(0, MOST_NAMED)
    .map(({ name, lastFour }) => `${name} …${lastFour}`)
    .join(', ')
}
