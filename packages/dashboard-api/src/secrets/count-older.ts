import { EnteredSecrets, KeysOfOlderSecrets, Settings } from '@docent/core'
import { type CallOptions, type Docent, ProjectStore } from '@docent/core/plugin'

/** How many entered credentials and keys need a secret that is not the newest, in all organizations. */
export async function countOlder(docent: Docent, options: CallOptions = {}): Promise<number> {
  if (docent.resolve<Settings>(Settings).secrets.length < 2) return 0
  const entered = docent.resolve(EnteredSecrets)
  const keys = await docent.resolve(KeysOfOlderSecrets).list(options)
  let count = keys.length
  for (const { id } of await docent.resolve(ProjectStore).organizations(options))
    count += await entered.countOlder(id, options)
  return count
}
