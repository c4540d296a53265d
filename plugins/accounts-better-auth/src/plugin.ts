import { resolve } from 'node:path'
import { Accounts, definePlugin } from '@docent/core/plugin'
import { Postgres, readSettings } from '@docent/postgres'
import { AccountLinks } from './account-links.ts'
import { loadLibrary } from './auth-library.ts'
import { BetterAuthAccounts } from './better-auth-accounts.ts'
import { Memberships } from './memberships.ts'
import { BetterAuthOptions } from './options.ts'
import { PostgresAccounts } from './postgres-accounts.ts'
import { SqliteAccounts } from './sqlite-accounts.ts'

/**
 * People who sign in, their sessions and roles, in a SQLite file of their own below the data directory, or in PostgreSQL.
 * Opens nothing before the first use.
 *
 * @example
 * export default defineConfig({ plugins: [sqlite(), accounts()] })
 */
export const accounts = definePlugin({
  name: 'accounts-better-auth',
  options: BetterAuthOptions,
  setup: ({ file, postgres, sessionDays }, host) => {
    const database = postgres
      ? new PostgresAccounts(new Postgres(readSettings(postgres, host.env), { logger: host.logger }))
      : new SqliteAccounts(resolve(host.dataDirectory, file))
    host.provide(
      Accounts,
      new BetterAuthAccounts(
        new Memberships(database, host.clock),
        new AccountLinks(database, host.clock, host.ids),
        () => loadLibrary(database, { secrets: host.secrets, sessionDays }),
      ),
    )
    host.onStop(() => database.close())
  },
})
