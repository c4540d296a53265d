import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const LanceIndexOptions = z.strictObject({
  uri: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of the index, or `s3://bucket/prefix`. A relative folder begins at the data directory. Default: `lancedb` in the data directory.',
    ),
  vectorWeight: z
    .number()
    .min(0)
    .max(5)
    .optional()
    .describe(
      'Weight of the first place by vectors beside the best match by words, for projects with models.embedding. Default: up to 0.1, as far as vectors agree with words.',
    ),
})

export type LanceIndexOptions = z.output<typeof LanceIndexOptions>
