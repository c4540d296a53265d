import { PostgresOptions } from '@docent/postgres'
import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const PostgresLimiterOptions = PostgresOptions.omit({ directUrl: true }).extend({
  timeoutMs: z
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe(
      'How long a request waits for PostgreSQL, ms, 1 to 10,000. At most three requests wait that long. Default: 100.',
    ),
})
export type PostgresLimiterOptions = z.output<typeof PostgresLimiterOptions>
