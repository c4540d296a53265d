import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const BetterAuthOptions = z.strictObject({
  file: z
    .string()
    .min(1)
    .default('accounts.db')
    .describe('The database file of the accounts, relative to the data directory. Default: accounts.db.'),
  sessionDays: z
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe('Days after its last use that a session ends. Default: 30.'),
})

export type BetterAuthOptions = z.output<typeof BetterAuthOptions>
