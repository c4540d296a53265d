import { ObjectStoreOptions } from '@docent/object-store'
import { z } from 'zod'

export const ReplicationOptions = z.strictObject({
  store: ObjectStoreOptions.describe('Where revisions are published: `{ s3: {…} }` or `{ folder: "…" }`.'),
  pollMs: z
    .int()
    .min(100)
    .max(600_000)
    .default(2_000)
    .describe('Pause between two looks for a new revision, with jitter. Default 2000.'),
  keepMinutes: z
    .int()
    .min(1)
    .max(43_200)
    .default(60)
    .describe(
      'Minutes that a replaced revision stays in the store, for nodes that are still pulling it. Default 60.',
    ),
})

export type ReplicationOptions = z.output<typeof ReplicationOptions>
