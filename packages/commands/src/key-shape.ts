import type { KeyRecord } from '@docent/core/plugin'
import { z } from 'zod'

const time = z.number().nullable()

/** A key as `--json` prints it. Times are milliseconds since the epoch. */
export const KeyShape = z.object({
  id: z.string(),
  kind: z.enum(['admin', 'assistant']),
  organizationId: z.string(),
  projectIds: z.array(z.string()).readonly(),
  name: z.string(),
  lastFour: z.string(),
  scopes: z.array(z.string()).readonly(),
  createdAt: z.number(),
  expiresAt: time,
  revokedAt: time,
  lastUsedAt: time,
  allowedIps: z.array(z.string()).readonly(),
  allowedOrigins: z.array(z.string()).readonly(),
  trustGroups: z.boolean(),
  spendUsdPerMonth: z.number().exactOptional(),
  createdBy: z.string().exactOptional(),
})
export type KeyShape = z.input<typeof KeyShape>

/** The hash, and what keyed it, are the store's own. */
export function keyShape({ hash: _, keyedBy: _keyedBy, ...record }: KeyRecord): KeyShape {
  return record
}
