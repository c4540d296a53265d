import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Postgres } from '@docent/postgres'
import { withPostgres } from '@docent/simulators'
import { accountsContract, ManualClock } from '@docent/testing'
import { AccountLinks } from './account-links.ts'
import { loadLibrary } from './auth-library.ts'
import { BetterAuthAccounts } from './better-auth-accounts.ts'
import { Memberships } from './memberships.ts'
import { PostgresAccounts } from './postgres-accounts.ts'
import { SqliteAccounts } from './sqlite-accounts.ts'

let ids = 0

accountsContract('better-auth on SQLite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-accounts-'))
  const clock = new ManualClock(Date.now())
  const opened: SqliteAccounts[] = []
  const open = () => {
    const database = new SqliteAccounts(join(directory, 'accounts.db'))
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
    async close() {
      for (const database of opened) await database.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
})

withPostgres('accounts in PostgreSQL', (server) => {
  accountsContract('better-auth on PostgreSQL', () => {
    const schema = `accounts_${process.pid}_${++ids}`
    const clock = new ManualClock(Date.now())
    const opened: PostgresAccounts[] = []
    const open = () => {
      const settings = { url: server().url, directUrl: server().url, schema, connections: 3 }
      const database = new PostgresAccounts(new Postgres(settings))
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
      async close() {
        for (const database of opened) await database.close()
      },
    }
  })
})
