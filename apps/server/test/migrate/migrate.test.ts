import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@docent/accounts-better-auth'
import { JobStore, type StoredRows } from '@docent/core/plugin'
import { Postgres } from '@docent/postgres'
import { withPostgres } from '@docent/simulators'
import { PostgresRows, postgres } from '@docent/store-postgres'
import { SqliteRows, sqlite } from '@docent/store-sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { moveRows } from '../../src/migrate/move-rows.ts'
import { runInProcess } from '../cli/in-process.ts'
import { type OpenPorts, openPorts } from './open-ports.ts'
import { draftOf, populate } from './populate.ts'
import { readEverything } from './read-everything.ts'

let directory: string
let schemas = 0

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'docent-migrate-'))
  vi.stubEnv('DOCENT_DATA', directory)
  vi.stubEnv('DOCENT_SECRET', 'a secret of at least sixteen characters')
})

afterEach(() => {
  vi.unstubAllEnvs()
  process.exitCode = 0
  rmSync(directory, { recursive: true, force: true })
})

const onSqlite = () => openPorts([sqlite(), accounts()], directory)

async function populated(): Promise<Record<string, unknown>> {
  await using ports = await onSqlite()
  await populate(ports)
  return await readEverything(ports)
}

async function read(opening: Promise<OpenPorts>): Promise<Record<string, unknown>> {
  await using ports = await opening
  return await readEverything(ports)
}

function moveAside(): void {
  for (const name of ['docent.db', 'accounts.db'])
    renameSync(join(directory, name), join(directory, `old-${name}`))
}

/** Rows of another store that end after so many pages, as when the process is killed. */
function breakingAfter(rows: StoredRows, pages: number): StoredRows {
  let left = pages
  return Object.assign(Object.create(rows) as StoredRows, {
    tables: rows.tables,
    count: (table: string) => rows.count(table),
    last: (table: string) => rows.last(table),
    begin: (source: string) => rows.begin(source),
    read: (...args: Parameters<StoredRows['read']>) => rows.read(...args),
    write: async (...args: Parameters<StoredRows['write']>) => {
      if (left-- === 0) throw new Error('killed')
      await rows.write(...args)
    },
  })
}

withPostgres('docent migrate', (server) => {
  const place = () => {
    const schema = `moved_${++schemas}`
    const accountsSchema = `moved_${schemas}_accounts`
    const url = server().url
    const settings = { url, directUrl: url, schema, connections: 4 }
    const plugins = () => [postgres({ url, schema }), accounts({ postgres: { url, schema: accountsSchema } })]
    return {
      settings,
      flags: ['--url', url, '--schema', schema, '--accounts-schema', accountsSchema],
      open: () => openPorts(plugins(), directory),
    }
  }

  test('moves all that every port reads to PostgreSQL, and back', async () => {
    const { flags, open } = place()
    const before = await populated()
    const there = await runInProcess(['migrate', '--to', 'postgres', '--json', ...flags])
    const report = JSON.parse(there.stdout) as { tables: { table: string; rows: number }[] }
    expect(report.tables.filter(({ rows }) => rows === 0).map(({ table }) => table)).toEqual([
      'accounts.verification',
      'accounts.twoFactor',
    ])
    expect(await read(open())).toEqual(before)
    // Signing in to compare made a session: what comes back is what was there last.
    const last = await read(open())
    moveAside()
    const back = await runInProcess(['migrate', '--to', 'sqlite', ...flags])
    expect(back.stderr).toBe('')
    expect(back.stdout).toMatch(/Moved \d+ rows from .*Both sides were read again and are the same/s)
    expect(await read(onSqlite())).toEqual(last)
  })

  test('goes on where it was interrupted, and no server starts on a half of it', async () => {
    const { settings, open } = place()
    const before = await populated()
    const names = { from: 'here' }
    for (const pages of [3, 9]) {
      const source = await SqliteRows.open(join(directory, 'docent.db'))
      const target = await PostgresRows.open(settings)
      const moving = moveRows([{ name: '', source, target: breakingAfter(target, pages) }], names)
      await expect(moving).rejects.toThrow('killed')
      await source.close()
      await target.close()
      await expect(open()).rejects.toThrow('docent migrate command again')
    }
    const source = await SqliteRows.open(join(directory, 'docent.db'))
    const target = await PostgresRows.open(settings)
    const other = moveRows([{ name: '', source, target }], { from: 'elsewhere' })
    await expect(other).rejects.toThrow('A move from here')
    const moved = await moveRows([{ name: '', source, target }], names)
    await source.close()
    await target.close()
    expect(moved.isResumed).toBe(true)
    {
      await using ports = await openPorts([postgres(settings), accounts()], directory)
      expect(await readEverything(ports)).toEqual(before)
      // Numbers go on behind those that came.
      const added = await ports.port(JobStore).create(draftOf('job-4', 4))
      expect(added.id).toBe('job-4')
    }
  })

  test('notices a source that changes while it moves', async () => {
    const { settings } = place()
    await populated()
    const source = await SqliteRows.open(join(directory, 'docent.db'))
    const target = await PostgresRows.open(settings)
    const note = { project_id: 'docs', key: 'index-asked', value: '{}' }
    const moving = moveRows([{ name: '', source, target }], {
      from: 'here',
      async onProgress({ label }) {
        if (label !== 'moving jobs') return
        const postgres = new Postgres(settings)
        await postgres.open()
        await postgres.query('UPDATE docent.project_state SET value = $1', [note.value])
        await postgres.close()
      },
    })
    await expect(moving).rejects.toThrow('project_state has 1 rows in the source and 1 in the target')
    await source.close()
    await target.close()
  })

  test('refuses what somebody uses, what holds a job, and what is not empty', async () => {
    const { flags, settings, open } = place()
    const failure = async (...args: string[]) => (await runInProcess(['migrate', ...args, ...flags])).stderr
    expect(await failure('--to', 'postgres')).toContain('There is no database')
    {
      await using ports = await onSqlite()
      await populate(ports)
      expect(await failure('--to', 'postgres')).toContain('Stop the server and all workers')
      const lease = await ports.port(JobStore).claim('worker', 60_000)
      expect(lease).toBeDefined()
    }
    expect(await failure('--to', 'postgres')).toMatch(/job-. is still held by a worker .* in \d+ seconds/)
    const fresh = join(directory, 'fresh')
    vi.stubEnv('DOCENT_DATA', fresh)
    {
      await using ports = await open()
      await ports.port(JobStore).create(draftOf('job-9', 9))
      const listening = () =>
        failure('--to', 'sqlite').then((said) => expect(said).toContain('workers use this'))
      await vi.waitFor(listening, { timeout: 30_000 })
    }
    // Connections of a server that stopped are gone a moment later.
    const target = await vi.waitFor(() => PostgresRows.open(settings), { timeout: 30_000 })
    await expect(target.begin('here')).rejects.toThrow('is not empty: it has jobs, job_messages')
    await target.close()
    {
      await using ports = await openPorts([sqlite()], fresh)
      await ports.port(JobStore).create(draftOf('job-8', 8))
    }
    expect(await failure('--to', 'sqlite')).toContain('docent.db is not empty: it has jobs')
  })
})
