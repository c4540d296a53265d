import { resolve } from 'node:path'
import { Accounts, definePlugin } from '@docent/core'
import { AccountLinks } from './account-links.ts'
import { AccountsDatabase } from './accounts-database.ts'
import { loadLibrary } from './auth-library.ts'
import { BetterAuthAccounts } from './better-auth-accounts.ts'
import { Memberships } from './memberships.ts'
import { BetterAuthOptions } from './options.ts'

/**
 * People who sign in, their sessions and roles, in a SQLite file of their own below the data directory. Nothing is
 * opened before somebody needs it.
 *
 * @example
 * export default defineConfig({ plugins: [sqlite(), accounts()] })
 */
export const accounts = definePlugin({
  name: 'accounts-better-auth',
  options: BetterAuthOptions,
  setup: ({ file, sessionDays }, host) => {
    const database = new AccountsDatabase(resolve(host.dataDirectory, file))
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
