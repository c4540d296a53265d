import { timeText } from '@docent/command-line'
import { defineCommand } from '@docent/core/plugin'
import { resealAll } from '@docent/dashboard-api/for-commands'
import { z } from 'zod'
import { KeyShape, keyShape } from './key-shape.ts'

const Resealed = z.object({ resealed: z.number(), lost: z.number() })

export const resealKeys = defineCommand({
  description: 'Re-encrypt data with the newest secret, and list keys that need an older one',
  args: {},
  example: 'keys reseal',
  json: z.object({
    olderSecrets: z.number(),
    credentials: Resealed,
    secondFactors: Resealed,
    keys: z.array(KeyShape),
    canDropOlder: z.boolean(),
  }),
  async work({ docent, signal }) {
    const { keys, lostKeys: _, ...rest } = await resealAll(docent, { signal })
    return { ...rest, keys: keys.map(keyShape), canDropOlder: rest.olderSecrets > 0 && keys.length === 0 }
  },
  show({ olderSecrets, credentials, secondFactors, keys, canDropOlder }, out) {
    out.line(
      credentials.lost + secondFactors.lost === 0
        ? 'All credentials and second factors are encrypted under the newest secret.'
        : `No secret of this server opens ${credentials.lost} credentials and ${secondFactors.lost} second factors. Add the missing secret to DOCENT_SECRET, or enter them again.`,
    )
    if (olderSecrets === 0) out.line('The server has only one secret.')
    if (canDropOlder) out.line('Nothing needs an older secret. Remove it from DOCENT_SECRET, and restart.')
    if (keys.length === 0) return
    out.line(
      `\n${keys.length} API ${keys.length === 1 ? 'key needs' : 'keys need'} an older secret until the next use:\n`,
    )
    out.table(
      ['ID', 'KIND', 'KEY', 'NAME', 'ORGANIZATION', 'LAST USED'],
      keys.map((key) => [
        key.id,
        key.kind,
        `…${key.lastFour}`,
        key.name,
        key.organizationId,
        timeText(key.lastUsedAt),
      ]),
    )
  },
})
