import { EnteredSecrets, KeysOfOlderSecrets, Settings } from '@docent/core'
import {
  Accounts,
  type CallOptions,
  type Docent,
  type KeyRecord,
  ProjectStore,
  type Resealed,
} from '@docent/core/plugin'

export interface ResealedAll {
  /** How many secrets this process knows beside the newest. */
  olderSecrets: number
  credentials: Resealed
  secondFactors: Resealed
  /** Keys that only their next use moves to the newest secret. */
  keys: KeyRecord[]
  /** Keys that no secret made. */
  lostKeys: KeyRecord[]
}

/** Encrypts anew under the newest secret whatever an older one encrypted, and finds what still needs an older one. */
export async function resealAll(docent: Docent, options: CallOptions = {}): Promise<ResealedAll> {
  const entered = docent.resolve(EnteredSecrets)
  const credentials = { resealed: 0, lost: 0 }
  for (const { id } of await docent.resolve(ProjectStore).organizations(options)) {
    const { resealed, lost } = await entered.reseal(id, options)
    credentials.resealed += resealed
    credentials.lost += lost
  }
  const accounts = docent.find(Accounts)
  const ofKeys = docent.resolve(KeysOfOlderSecrets)
  return {
    olderSecrets: docent.resolve<Settings>(Settings).secrets.length - 1,
    credentials,
    secondFactors: (await accounts?.resealSecondFactors(options)) ?? { resealed: 0, lost: 0 },
    keys: await ofKeys.list(options),
    lostKeys: await ofKeys.lost(options),
  }
}
