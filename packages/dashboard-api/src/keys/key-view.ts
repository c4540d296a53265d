import { KEY_SCOPES } from '@docent/core'
import type { KeyRecord } from '@docent/core/plugin'
import { z } from 'zod'

/** Origins, addresses, or ids of projects. */
export const keyPlaces = z.array(z.string().min(1).max(300)).max(200)
export const keyTime = z.iso.datetime({
  offset: true,
  error: 'must be a time such as 2027-01-31T12:00:00Z',
})

export const KeyView = z
  .object({
    id: z.string(),
    kind: z.enum(['admin', 'assistant']),
    name: z.string(),
    lastFour: z.string().describe('Last characters of the key, to tell keys apart.'),
    projectIds: z.array(z.string()).describe('Empty: every project of the organization.'),
    scopes: z.array(z.enum(KEY_SCOPES)),
    allowedIps: z.array(z.string()),
    allowedOrigins: z.array(z.string()),
    trustGroups: z.boolean(),
    spendUsdPerMonth: z.number().nullable().describe('Monthly spend cap, US dollars. Null: none.'),
    createdAt: z.iso.datetime(),
    createdBy: z
      .string()
      .nullable()
      .describe(
        'The person or key that created it. Null for a key of the command line or of an older release.',
      ),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Key' })

/** A record without its hash, which is the store's own. */
export function viewOfKey(record: KeyRecord): z.output<typeof KeyView> {
  return {
    id: record.id,
    kind: record.kind,
    name: record.name,
    lastFour: record.lastFour,
    projectIds: [...record.projectIds],
    scopes: [...record.scopes],
    allowedIps: [...record.allowedIps],
    allowedOrigins: [...record.allowedOrigins],
    trustGroups: record.trustGroups,
    spendUsdPerMonth: record.spendUsdPerMonth ?? null,
    createdAt: new Date(record.createdAt).toISOString(),
    createdBy: record.createdBy ?? null,
    expiresAt: timeText(record.expiresAt),
    revokedAt: timeText(record.revokedAt),
    lastUsedAt: timeText(record.lastUsedAt),
  }
}

function timeText(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
