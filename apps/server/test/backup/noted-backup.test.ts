import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_ORGANIZATION, EnteredSecrets } from '@docent/core'
import { AuditLog, definePlugin, ProjectNotes, Telemetry } from '@docent/core/plugin'
import { withPostgres } from '@docent/simulators'
import { postgres } from '@docent/store-postgres'
import { sqlite } from '@docent/store-sqlite'
import { MemoryProjectNotes, RecordedTelemetry } from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Backups } from '../../../../packages/backup/src/backups.ts'
import { noteLastBackup } from '../../../../packages/backup/src/last-backup.ts'
import { forgetNotedBackup, noteBackup, notedBackup } from '../../../../packages/backup/src/noted-backup.ts'
import { openPlace } from '../../../../packages/backup/src/open-place.ts'
import { checkBackups } from '../../src/doctor/check-backups.ts'
import { runInProcess } from '../cli/in-process.ts'
import { openPorts } from '../migrate/open-ports.ts'
import { signIn } from '../sign-in.ts'
import { startTestServer } from '../start-test-server.ts'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 10, 22, 19)
const ADDRESS = 's3://dumps/docent.dump'

let data: string
let notes: ProjectNotes
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'docent-noted-'))
  notes = new MemoryProjectNotes()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  process.exitCode = 0
  await rm(data, { recursive: true, force: true })
})

const backups = ({ everyHours = 0, holdsStore = true } = {}) =>
  new Backups({
    dataDirectory: data,
    holdsStore,
    notes,
    place: openPlace('backups', { folder: data, env: {}, source: 'The place' }),
    keep: 3,
    everyHours,
    env: {},
    version: '1.0.0',
    now: () => NOW,
  })
const examine = (of: Parameters<typeof backups>[0] = {}, now = NOW) => checkBackups(backups(of), now, false)

describe('a backup that another tool made', () => {
  test('is the last one, until the server makes one, and the newer of both counts', async () => {
    await using server = await startTestServer({ env: { DOCENT_DATA: data } })
    const kept = server.running.docent.resolve(ProjectNotes)
    const { headers } = await signIn(server, 'owner')
    const read = async () => (await server.call('GET', '/api/backups', { key: null, headers })).body
    expect(await read()).toMatchObject({ last: null, holdsStore: true })
    await noteBackup(kept, { address: ` ${ADDRESS} `, at: '2026-11-22T19:00:00+01:00', now: NOW })
    const noted = { createdAt: '2026-11-22T18:00:00.000Z', address: ADDRESS, isNoted: true }
    expect((await read()).last).toEqual(noted)
    const made = await server.call('POST', '/api/backups', { key: null, headers })
    expect((await read()).last).toEqual({
      createdAt: made.body.createdAt,
      address: join(data, 'backups', made.body.name),
      isNoted: false,
    })
    const later = Date.parse(made.body.createdAt) + 1
    await noteBackup(kept, { address: 'tape 7', now: later })
    expect((await read()).last).toMatchObject({ address: 'tape 7', isNoted: true })
    expect(await forgetNotedBackup(kept, 'tape 7')).toMatchObject({ address: 'tape 7' })
    expect((await read()).last).toMatchObject({ createdAt: made.body.createdAt, isNoted: false })
  }, 60_000)

  test('satisfies the doctor while it is new, who names the command where it is not', async () => {
    expect(await examine()).toMatchObject({
      status: 'attention',
      fix: expect.stringContaining('docent note-backup ADDRESS'),
    })
    await noteBackup(notes, { address: ADDRESS, now: NOW })
    expect(await examine({ everyHours: 24 }, NOW + 47 * HOUR_MS)).toEqual({
      name: 'backup',
      status: 'ok',
      message: `${ADDRESS}, 47 h old, by another tool`,
      fix: null,
    })
    expect(await examine({ everyHours: 24 }, NOW + 49 * HOUR_MS)).toMatchObject({
      status: 'attention',
      fix: 'Back up with your tool again, and then run: docent note-backup ADDRESS',
    })
  })

  test('has its age in the metrics', async () => {
    const telemetry = new RecordedTelemetry()
    const plugin = definePlugin({
      name: 'telemetry-test',
      options: z.strictObject({}),
      setup: (_, host) => host.provide<Telemetry>(Telemetry, telemetry),
    })
    await using server = await startTestServer({ env: { DOCENT_DATA: data }, morePlugins: [plugin()] })
    await noteBackup(server.running.docent.resolve(ProjectNotes), {
      address: ADDRESS,
      at: new Date(Date.now() - 5 * HOUR_MS).toISOString(),
      now: Date.now(),
    })
    const [reading] = await telemetry.read('docent.backup.age')
    expect(reading?.value).toBeGreaterThanOrEqual(5 * 3_600)
    expect(reading?.value).toBeLessThan(5 * 3_600 + 120)
  }, 60_000)
})

describe('where the data directory does not hold the store', () => {
  test('a backup of the data directory is none of the data', async () => {
    await noteLastBackup(data, {
      name: 'docent.tar.gz',
      file: '/srv/backups/docent.tar.gz',
      bytes: 1,
      files: 1,
      isEncrypted: false,
      createdAt: new Date(NOW).toISOString(),
    })
    expect(await examine()).toMatchObject({ status: 'ok', message: '/srv/backups/docent.tar.gz, 0 h old' })
    expect(await examine({ everyHours: 24, holdsStore: false })).toEqual({
      name: 'backup',
      status: 'attention',
      message: 'No backup of the database is recorded',
      fix: 'Back up the database with its own tools, such as pg_dump, and run this command after each backup: docent note-backup ADDRESS',
    })
    await noteBackup(notes, { address: ADDRESS, now: NOW - 30 * HOUR_MS })
    expect(await examine({ holdsStore: false })).toMatchObject({
      status: 'ok',
      message: `${ADDRESS}, 30 h old, by another tool`,
    })
  })

  test('a SQLite file elsewhere is not in it', async () => {
    const isInDataDirectory = async (file?: string) => {
      await using server = await startTestServer({
        env: { DOCENT_DATA: data },
        stores: [sqlite(file === undefined ? {} : { file })],
      })
      return server.running.services.backups.holdsStore
    }
    expect(await isInDataDirectory()).toBe(true)
    expect(await isInDataDirectory(join(data, '..', `${data.split('/').at(-1)}.db`))).toBe(false)
    await rm(`${data}.db`)
  }, 60_000)
})

withPostgres('a store on PostgreSQL', (database) => {
  test('has what is noted for every machine, and no backup of a data directory is one of it', async () => {
    const { url } = database()
    const stores = () => [postgres({ url })]
    {
      await using ports = await openPorts(stores(), data)
      await noteBackup(ports.port(ProjectNotes), { address: ADDRESS, now: NOW })
    }
    await using server = await startTestServer({ stores: stores() })
    const { headers } = await signIn(server, 'owner')
    await server.call('POST', '/api/backups', { key: null, headers })
    expect((await server.call('GET', '/api/backups', { key: null, headers })).body).toMatchObject({
      holdsStore: false,
      backups: [{ isEncrypted: false }],
      last: { address: ADDRESS, createdAt: new Date(NOW).toISOString(), isNoted: true },
    })
  }, 60_000)
})

test('the command notes a backup and forgets it, and the audit log says so', async () => {
  vi.stubEnv('DOCENT_DATA', data)
  const { stdout } = await runInProcess(['note-backup', ADDRESS, '--at', '2026-11-22T19:00:00Z'])
  expect(stdout).toBe(`Noted: ${ADDRESS}, made 2026-11-22 19:00 UTC.\n`)
  expect((await runInProcess(['note-backup', 'another', '--forget'])).stderr).toContain(ADDRESS)
  expect((await runInProcess(['note-backup', '--forget'])).stdout).toMatch(/^Forgotten: s3:/)
  expect((await runInProcess(['note-backup', '--forget'])).stderr).toContain('No backup of another tool')
  expect((await runInProcess(['note-backup'])).stderr).toContain('Say where the backup is')
  await using ports = await openPorts([sqlite()], data)
  expect(await notedBackup(ports.port(ProjectNotes))).toBeUndefined()
  const { entries } = await ports
    .port(AuditLog)
    .list({ organizationId: DEFAULT_ORGANIZATION, action: 'backup', limit: 10 })
  expect(entries).toMatchObject([
    { action: 'backup.forget', target: ADDRESS, actor: { kind: 'command' } },
    { action: 'backup.note', target: ADDRESS, details: { createdAt: '2026-11-22T19:00:00.000Z' } },
  ])
}, 60_000)

test.each([
  ['a time to come', { at: '2026-11-22T19:06:00Z' }, /still to come/],
  ['a time without its offset', { at: '2026-11-22T19:00:00' }, /with its offset/],
  ['no time', { at: 'yesterday' }, /--at is "yesterday"/],
  ['an address with a password', { address: 'postgres://docent:secret@db/docent' }, /holds a password/],
  ['no address', { address: ' ' }, /Say where the backup is/],
  ['an address of two lines', { address: 'a\nb' }, /on one line/],
])('%s is refused', async (_name, wrong, message) => {
  await expect(noteBackup(notes, { address: ADDRESS, now: NOW, ...wrong })).rejects.toThrow(message)
  expect(await notedBackup(notes)).toBeUndefined()
})

test('a server counts what needs an older secret, until nothing does', async () => {
  const [older, newer] = ['the older secret of the server', 'the newer secret of the server']
  const olderSecrets = async (secret: string, key?: string) => {
    await using server = await startTestServer({ env: { DOCENT_DATA: data, DOCENT_SECRET: secret } })
    const { headers } = await signIn(server, 'owner')
    const found = async () =>
      (await server.call('GET', '/api/system', { key: null, headers })).body.olderSecrets
    const first = await found()
    if (key !== undefined) await server.call('GET', '/v2/agent/docs/jobs', { key })
    return { first, last: await found() }
  }
  let key = ''
  {
    await using server = await startTestServer({ env: { DOCENT_DATA: data, DOCENT_SECRET: older } })
    key = server.adminKey
    const entered = server.running.docent.resolve(EnteredSecrets)
    await entered.enter(DEFAULT_ORGANIZATION, { name: 'GITHUB_TOKEN', value: 'ghp_entered', by: 'Ada' })
  }
  const counted = await olderSecrets(`${newer},${older}`, key)
  expect(counted.first).toBeGreaterThan(0)
  expect(counted.last).toBe(counted.first - 1)
  expect((await olderSecrets(older)).first).toBe(0)
}, 120_000)
