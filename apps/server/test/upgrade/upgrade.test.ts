import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@docent/accounts-better-auth'
import { JobStore } from '@docent/core/plugin'
import { withPostgres } from '@docent/simulators'
import { postgres } from '@docent/store-postgres'
import { sqlite } from '@docent/store-sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileArchive } from '../../src/backup/archive.ts'
import { FolderPlace } from '../../src/backup/folder-place.ts'
import { makeBackup } from '../../src/backup/make-backup.ts'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { openPorts } from '../migrate/open-ports.ts'
import { draftOf, populate } from '../migrate/populate.ts'
import { readEverything } from '../migrate/read-everything.ts'
import { fillOlderSchema, NEWEST_POSTGRES, writeAsRelease } from './older-postgres.ts'
import { makeNewestFile, makeOlderFile, NEWEST, openWith } from './older-sqlite.ts'

let folder: string
/** A data directory of the newest release, with something in every table. */
let full: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-upgrade-'))
  full = directory('full')
  await using ports = await onSqlite(full)
  await populate(ports)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const onSqlite = (data: string) => openPorts([sqlite(), accounts()], data)

function directory(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

/** The data directory of a release with that schema, and one of the newest release with the same data. */
function older(version: number) {
  const [was, now] = [directory(`was-${version}`), directory(`now-${version}`)]
  for (const each of [was, now]) copyFileSync(join(full, 'accounts.db'), join(each, 'accounts.db'))
  const tables = makeOlderFile(join(was, 'docent.db'), join(full, 'docent.db'), version)
  makeNewestFile(join(now, 'docent.db'), join(full, 'docent.db'), tables)
  return { was, now }
}

async function read(data: string): Promise<Record<string, unknown>> {
  await using ports = await onSqlite(data)
  return await readEverything(ports)
}

/** What a release could not know yet, by the first version that does. */
const LEARNT: readonly [version: number, path: RegExp][] = [
  [5, /^searches\./],
  [7, /^jobs\.each\.\d+\.steps\.\d+\.changes\.\d+\.executable$/],
  [14, /^(?:callers\.|terms\.entries\.\d+\.(?:clicks|topClickedPage)$)/],
]

/** Paths of values that differ, but those that the release could not know. */
function lost(version: number, before: unknown, after: unknown, path = ''): string[] {
  if (LEARNT.some(([since, pattern]) => version < since && pattern.test(path))) return []
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return Object.is(before, after) ? [] : [`${path}: ${JSON.stringify(before)} is ${JSON.stringify(after)}`]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const of = (value: object, name: string): unknown => (value as Record<string, unknown>)[name]
  return [...names].flatMap((name) =>
    lost(version, of(before, name), of(after, name), path === '' ? name : `${path}.${name}`),
  )
}

describe('SQLite', () => {
  test.each(Array.from({ length: NEWEST }, (_, index) => index + 1))(
    'schema %i with data is upgraded, loses nothing and takes new jobs',
    async (version) => {
      const { was, now } = older(version)
      expect(lost(version, await read(now), await read(was))).toEqual([])
      await using ports = await onSqlite(was)
      const added = await ports.port(JobStore).create(draftOf('job-4', 4))
      expect(added.id).toBe('job-4')
    },
    60_000,
  )

  test('an older release refuses the upgraded file, and goes on with the backup from before', async () => {
    const was = directory('back')
    copyFileSync(join(full, 'accounts.db'), join(was, 'accounts.db'))
    makeOlderFile(join(was, 'docent.db'), join(full, 'docent.db'), NEWEST - 1)
    const place = new FolderPlace(join(folder, 'backups'))
    const { file } = await makeBackup({ dataDirectory: was, place, version: '1', now: Date.now() })
    const before = await read(was)
    expect(() => openWith(join(was, 'docent.db'), NEWEST - 1)).toThrow(/restore a backup/)
    await restoreBackup({ archive: await fileArchive(file), dataDirectory: was, replace: true, now: 1 })
    openWith(join(was, 'docent.db'), NEWEST - 1)
    expect(lost(NEWEST - 1, before, await read(was))).toEqual([])
  })
})

withPostgres('PostgreSQL', (server) => {
  const open = (schema: string) =>
    openPorts(
      [
        postgres({ url: server().url, schema }),
        accounts({ postgres: { url: server().url, schema: 'people' } }),
      ],
      folder,
    )
  const everything = async (schema: string) => {
    await using ports = await open(schema)
    return await readEverything(ports)
  }

  beforeAll(async () => {
    await using ports = await open('whole')
    await populate(ports)
  }, 60_000)

  test.each(Array.from({ length: NEWEST_POSTGRES }, (_, index) => index + 1))(
    'schema %i with data is upgraded, loses nothing and takes new jobs',
    async (version) => {
      const tables = await fillOlderSchema(server().url, { from: 'whole', to: `was_${version}`, version })
      await fillOlderSchema(server().url, { from: 'whole', to: `now_${version}`, tables })
      const after = await everything(`was_${version}`)
      expect(after).toEqual(await everything(`now_${version}`))
      await using ports = await open(`was_${version}`)
      const added = await ports.port(JobStore).create(draftOf('job-4', 4))
      expect(added.id).toBe('job-4')
    },
    60_000,
  )

  test('a release that may stay beside the next one writes all that it wrote before on the newer tables', async () => {
    const written = await writeAsRelease(server().url, 'whole')
    expect(written.length).toBeGreaterThan(0)
    for (const { schema } of written)
      expect(Object.keys(await everything(schema)), schema).toContain('projects')
  }, 120_000)
})
