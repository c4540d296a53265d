import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accounts } from '@docent/accounts-better-auth'
import { JobStore } from '@docent/core/plugin'
import { Postgres } from '@docent/postgres'
import { withPostgres } from '@docent/simulators'
import { postgres } from '@docent/store-postgres'
import { sqlite } from '@docent/store-sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileArchive } from '../../../../packages/backup/src/archive.ts'
import { FolderPlace } from '../../../../packages/backup/src/folder-place.ts'
import { makeBackup } from '../../../../packages/backup/src/make-backup.ts'
import { restoreBackup } from '../../../../packages/backup/src/restore-backup.ts'
import { type OpenPorts, openPorts } from '../migrate/open-ports.ts'
import { draftOf } from '../migrate/populate.ts'
import { readEverything } from '../migrate/read-everything.ts'

/**
 * What commit 3272e75d wrote, with something in every table: each database as its own program dumps it (`sqlite3 .dump`,
 * `pg_dump --schema docent --inserts`), and what `readEverything` of that commit read, without accounts. To record them
 * again, run `populate` and `readEverything` in a checkout of it.
 */
const FIXTURES = new URL('__fixtures__/', import.meta.url)
const recorded = (name: string) => readFileSync(new URL(name, FIXTURES), 'utf8')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-upgrade-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function directory(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

/** A data directory as that commit left it. */
function olderDirectory(name: string): string {
  const path = directory(name)
  using connection = new DatabaseSync(join(path, 'docent.db'))
  connection.exec(recorded('sqlite.sql'))
  return path
}

/** As JSON, without people: they are not in the recorded databases. */
async function everything(ports: OpenPorts): Promise<unknown> {
  const { signIn, account, byIdentity, members, links, ...rest } = await readEverything(ports)
  return JSON.parse(
    JSON.stringify(rest, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ),
  )
}

async function addJob(ports: OpenPorts): Promise<void> {
  const added = await ports.port(JobStore).create(draftOf('job-4', 4))
  expect(added.id).toBe('job-4')
}

describe('SQLite', () => {
  const open = (data: string) => openPorts([sqlite(), accounts()], data)

  test('a data directory from before the first release is upgraded, loses nothing and takes new jobs', async () => {
    const was = olderDirectory('was')
    await using ports = await open(was)
    expect(await everything(ports)).toEqual(JSON.parse(recorded('sqlite.json')))
    await addJob(ports)
  })

  test('an upgraded file has the tables, columns, indexes, and triggers of a new one', async () => {
    const [was, fresh] = [olderDirectory('shape'), directory('fresh')]
    for (const data of [was, fresh]) await (await open(data))[Symbol.asyncDispose]()
    expect(shapeOfFile(was)).toEqual(shapeOfFile(fresh))
  })

  test('a backup from before the upgrade is restored, and upgraded again', async () => {
    const was = olderDirectory('back')
    const place = new FolderPlace(join(folder, 'backups'))
    const { file } = await makeBackup({ dataDirectory: was, place, version: '1', now: Date.now() })
    await (await open(was))[Symbol.asyncDispose]()
    await restoreBackup({ archive: await fileArchive(file), dataDirectory: was, replace: true, now: 1 })
    await using ports = await open(was)
    expect(await everything(ports)).toEqual(JSON.parse(recorded('sqlite.json')))
  })
})

withPostgres('PostgreSQL', (server) => {
  const open = (schema: string) =>
    openPorts(
      [
        postgres({ url: server().url, schema }),
        accounts({ postgres: { url: server().url, schema: `${schema}_people` } }),
      ],
      folder,
    )
  const asked = async <Result>(schema: string, ask: (database: Postgres) => Promise<Result>) => {
    const { url } = server()
    const database = new Postgres({ url, directUrl: url, schema, connections: 2 })
    await database.open()
    try {
      return await ask(database)
    } finally {
      await database.close()
    }
  }
  const load = (schema: string) =>
    asked(schema, (database) =>
      database.query(recorded('postgres.sql').replace('CREATE SCHEMA docent', `CREATE SCHEMA ${schema}`)),
    )

  test('a database from before the first release is upgraded, loses nothing and takes new jobs', async () => {
    await load('was')
    await using ports = await open('was')
    expect(await everything(ports)).toEqual(JSON.parse(recorded('postgres.json')))
    await addJob(ports)
  }, 60_000)

  test('an upgraded schema has the tables, columns, indexes, functions, and triggers of a new one', async () => {
    await load('shape')
    for (const schema of ['shape', 'fresh']) await (await open(schema))[Symbol.asyncDispose]()
    expect(await asked('shape', shapeOfSchema)).toEqual(await asked('fresh', shapeOfSchema))
  }, 60_000)
})

/** Defaults of added columns differ, because SQLite asks for one. */
function shapeOfFile(data: string): unknown {
  using connection = new DatabaseSync(join(data, 'docent.db'))
  const tables = connection
    .prepare(
      `SELECT m.name, c.name AS column_name, c.type, c."notnull", c.pk FROM sqlite_schema m, pragma_table_info(m.name) c
        WHERE m.type = 'table' ORDER BY m.name, c.name`,
    )
    .all()
  const others = connection
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE type <> 'table' ORDER BY type, name")
    .all()
  return { tables, others, foreignKeys: connection.prepare('PRAGMA foreign_key_check').all() }
}

async function shapeOfSchema(database: Postgres): Promise<unknown> {
  const { schema } = database.settings
  const shape = await Promise.all(
    [
      `SELECT table_name, column_name, data_type, is_nullable, collation_name FROM information_schema.columns
        WHERE table_schema = '${schema}' ORDER BY 1, 2`,
      `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = '${schema}' ORDER BY 1`,
      `SELECT p.proname, regexp_replace(p.prosrc, '\\s+', ' ', 'g') FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = '${schema}' ORDER BY 1`,
      `SELECT t.tgname, pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = '${schema}' AND NOT tgisinternal ORDER BY 1`,
    ].map((sql) => database.query(sql)),
  )
  return shape.map(({ rows }) => JSON.parse(JSON.stringify(rows).replaceAll(schema, 'schema')) as unknown)
}
