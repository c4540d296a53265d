import type { Docent, KeyRecord } from '@docent/core/plugin'
import { resealAll } from '@docent/dashboard-api/for-commands'
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
        `The secrets of this server do not match ${lost.join(', ')}`,
        'Set DOCENT_SECRET to the secret that your other servers use or used before. Put the newest first, and separate older ones with commas. If the secret is lost, create the keys and enter the credentials again.',
      )
    if (olderSecrets === 0) return fine(NAME, 'The secret of the server matches all of them')
    if (keys.length === 0)
      return fine(
        NAME,
        'Nothing needs the older secrets. Set DOCENT_SECRET to the newest secret only, and restart',
      )
    return attention(
      NAME,
      `${keys.length} API ${keys.length === 1 ? 'key needs' : 'keys need'} an older secret until the next use, such as ${namesOf(keys)}`,
      'Use or replace these keys before you remove an older secret. To list all of them, run: docent keys reseal',
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
