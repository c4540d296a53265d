import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const SqliteOptions = z.strictObject({
  file: z
    .string()
    .min(1)
    .default('docent.db')
    .describe('The database file, relative to the data directory. Default: docent.db.'),
})

export type SqliteOptions = z.output<typeof SqliteOptions>
