import { PostgresOptions } from '@docent/postgres'
import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const BetterAuthOptions = z.strictObject({
  file: z
    .string()
    .min(1)
    .default('accounts.db')
    .describe('The database file of the accounts, relative to the data directory. Default: accounts.db.'),
  postgres: PostgresOptions.extend({
    schema: PostgresOptions.shape.schema
      .unwrap()
      .default('docent_accounts')
      .describe('Schema of the accounts.'),
  })
    .optional()
    .describe(
      'Keeps accounts in PostgreSQL instead of the file, for several servers: `{}` takes the address from DATABASE_URL. Takes `url`, `directUrl`, `schema` (default: docent_accounts) and `connections`. Default: the file.',
    ),
  sessionDays: z
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe('Days after its last use that a session ends. Default: 30.'),
})

export type BetterAuthOptions = z.output<typeof BetterAuthOptions>
