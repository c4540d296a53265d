import { PostgresOptions } from '@docent/postgres'
import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const PostgresIndexOptions = PostgresOptions.extend({
  memoryMb: z
    .int()
    .min(1)
    .max(65_536)
    .default(64)
    .describe(
      'Memory, in MiB, for the words of passages that searches find often. Docent reads the others from PostgreSQL with the same results. Default 64.',
    ),
})

export type PostgresIndexOptions = z.output<typeof PostgresIndexOptions>
