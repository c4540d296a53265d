import { type Docent, Settings } from '@docent/core'
import { resealAll } from '../secrets/reseal-all.ts'
import { attention, type CheckResult, checked, fine } from './check-result.ts'

const NAME = 'older secrets'
/** Of many keys, these are named. */
const MOST_NAMED = 5

/** Whether the older secrets can go. Nothing where there is one alone. It encrypts anew, as each start does. */
export function checkOlderSecrets(docent: Docent): Promise<CheckResult>[] {
  if (docent.resolve<Settings>(Settings).secrets.length < 2) return []
  return [
    checked(NAME, async () => {
      const { keys, credentials, secondFactors } = await resealAll(docent)
      const lost = credentials.lost + secondFactors.lost
      if (lost > 0)
        return attention(
          NAME,
          `No secret opens ${credentials.lost} credentials and ${secondFactors.lost} second factors`,
          'Add the missing secret to DOCENT_SECRET, or enter them again.',
        )
      if (keys.length === 0)
        return fine(NAME, 'Nothing needs them. Set DOCENT_SECRET to the newest secret only, and restart')
      const names = keys.slice(0, MOST_NAMED).map(({ name, lastFour }) => `${name} (…${lastFour})`)
      return attention(
        NAME,
        `${keys.length} API ${keys.length === 1 ? 'key needs' : 'keys need'} one until the next use, such as ${names.join(', ')}`,
        'Use or replace these keys before you remove an older secret. To list all of them, run: docent keys reseal',
      )
    }),
  ]
}
