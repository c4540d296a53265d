import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { AccountRows } from '@docent/accounts-better-auth'
import { DocentError, type StoredRows } from '@docent/core/plugin'
import { SqliteRows } from '@docent/store-sqlite'
import type { Environment } from '../environment.ts'
import type { StoreMove } from './move-rows.ts'

export interface MovePlaces {
  readonly to: 'postgres' | 'sqlite'
  readonly dataDirectory: string
  readonly env: Environment
  readonly secrets: readonly string[]
  /** Relative to the data directory. */
  readonly file: string
  readonly accountsFile: string
  readonly url: string | undefined
  readonly schema: string
  readonly accountsSchema: string
}

export interface OpenedStores extends AsyncDisposable {
  readonly moves: readonly StoreMove[]
  /** Both sides in words, without credentials. */
  readonly from: string
  readonly to: string
}

/** @throws DocentError `configuration` without a database, `conflict` where somebody uses one of them */
export async function openStores(places: MovePlaces): Promise<OpenedStores> {
  const { to, env, secrets } = places
  const file = resolve(places.dataDirectory, places.file)
  const accountsFile = resolve(places.dataDirectory, places.accountsFile)
  if (to === 'postgres' && !existsSync(file))
    throw new DocentError(
      'configuration',
      `There is no database ${file}. Run the command where the server ran, or set DOCENT_DATA or --file.`,
    )
  const { PostgresRows } = await loadPostgres()
  const url = places.url ?? env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
  if (!url)
    throw new DocentError(
      'configuration',
      'PostgreSQL has no address. Set DATABASE_URL, such as postgres://docent@db.internal/docent, or pass --url.',
    )
  const settings = { url, directUrl: url, schema: places.schema, connections: 4 }
  const accountSettings = { ...settings, schema: places.accountsSchema }
  const opened: StoredRows[] = []
  const keep = <Rows extends StoredRows>(rows: Rows): Rows => {
    opened.push(rows)
    return rows
  }
  const close = async () => {
    for (const rows of opened.reverse()) await rows.close()
  }
  try {
    const ends = {
      sqlite: async () => SqliteRows.open(file),
      postgres: () => PostgresRows.open(settings),
    }
    const accountsEnds = {
      sqlite: () => AccountRows.inFile(accountsFile, secrets),
      postgres: () => AccountRows.inPostgres(accountSettings, secrets),
    }
    const from = to === 'postgres' ? 'sqlite' : 'postgres'
    const source = keep(await ends[from]())
    const moves: StoreMove[] = [{ name: '', source, target: keep(await ends[to]()) }]
    // Without the file nobody has an account: there is nothing to make one for.
    if (to === 'sqlite' || existsSync(accountsFile)) {
      const source = keep(await accountsEnds[from]())
      moves.push({ name: 'accounts', source, target: keep(await accountsEnds[to]()) })
    }
    const { host, pathname } = new URL(url)
    const names = { sqlite: file, postgres: `${host}${pathname} (schema ${places.schema})` }
    return { moves, from: names[from], to: names[to], [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

async function loadPostgres() {
  try {
    return await import('@docent/store-postgres')
  } catch (cause) {
    throw new DocentError(
      'configuration',
      'The plugin for PostgreSQL is not installed. Run: npm install @docent/store-postgres',
      { cause },
    )
  }
}
