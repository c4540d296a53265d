import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountsContract, ManualClock } from '@docent/testing'
import { AccountLinks } from './account-links.ts'
import { AccountsDatabase } from './accounts-database.ts'
import { loadLibrary } from './auth-library.ts'
import { BetterAuthAccounts } from './better-auth-accounts.ts'
import { Memberships } from './memberships.ts'

let ids = 0

accountsContract('better-auth on SQLite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-accounts-'))
  const clock = new ManualClock(Date.now())
  const opened: AccountsDatabase[] = []
  const open = () => {
    const database = new AccountsDatabase(join(directory, 'accounts.db'))
    opened.push(database)
    const sortable = () => String(++ids).padStart(26, '0')
    return new BetterAuthAccounts(
      new Memberships(database, clock),
      new AccountLinks(database, clock, { sortable, secret: sortable }),
      () => loadLibrary(database, { secrets: ['the secret of the contract'], sessionDays: 30 }),
    )
  }
  return {
    accounts: open(),
    clock,
    peer: open,
    close() {
      for (const database of opened) database.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
})
