import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_ORGANIZATION, definePlugin, EnteredSecrets, Telemetry } from '@docent/core'
import { RecordedTelemetry } from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { configuredBackups } from '../../src/backup/configured-backups.ts'
import { forgetNotedBackup, noteBackup } from '../../src/backup/noted-backup.ts'
import { checkBackups } from '../../src/doctor/check-backups.ts'
import { runInProcess } from '../cli/in-process.ts'
import { signIn } from '../sign-in.ts'
import { startTestServer } from '../start-test-server.ts'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 10, 22, 19)
const ADDRESS = 's3://dumps/docent.dump'

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'docent-noted-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  process.exitCode = 0
  await rm(data, { recursive: true, force: true })
})

const backups = (everyHours = 0) =>
  configuredBackups({ keep: 3, everyHours }, { env: { DOCENT_DATA: data }, folder: data, now: () => NOW })
const examine = (everyHours = 0, now = NOW) => checkBackups(backups(everyHours), now, false)

describe('a backup that another tool made', () => {
  test('is the last one, until the server makes one, and the newer of both counts', async () => {
    expect(await backups().last()).toBeUndefined()
    await noteBackup(data, { address: ` ${ADDRESS} `, at: '2026-11-22T19:00:00+01:00', now: NOW })
    const noted = { createdAt: '2026-11-22T18:00:00.000Z', address: ADDRESS, isNoted: true }
    expect(await backups().last()).toEqual(noted)
    expect((await stat(join(data, 'backups', 'noted.json'))).mode & 0o777).toBe(0o600)
    await using server = await startTestServer({ env: { DOCENT_DATA: data } })
    const { headers } = await signIn(server, 'owner')
    const last = async () => (await server.call('GET', '/api/backups', { key: null, headers })).body.last
    expect(await last()).toEqual(noted)
    const made = await server.call('POST', '/api/backups', { key: null, headers })
    expect(await last()).toEqual({
      createdAt: made.body.createdAt,
      address: join(data, 'backups', made.body.name),
      isNoted: false,
    })
    const later = Date.parse(made.body.createdAt) + 1
    await noteBackup(data, { address: 'tape 7', now: later })
    expect(await last()).toMatchObject({ address: 'tape 7', isNoted: true })
    expect(await forgetNotedBackup(data, 'tape 7')).toMatchObject({ address: 'tape 7' })
    expect(await last()).toMatchObject({ createdAt: made.body.createdAt, isNoted: false })
  }, 60_000)

  test('satisfies the doctor while it is new, who names the command where it is not', async () => {
    expect(await examine()).toMatchObject({
      status: 'attention',
      fix: expect.stringContaining('docent note-backup ADDRESS'),
    })
    await noteBackup(data, { address: ADDRESS, now: NOW })
    expect(await examine(24, NOW + 47 * HOUR_MS)).toEqual({
      name: 'backup',
      status: 'ok',
      message: `${ADDRESS}, 47 h old, by another tool`,
      fix: null,
    })
    expect(await examine(24, NOW + 49 * HOUR_MS)).toMatchObject({
      status: 'attention',
      fix: 'Back up with your tool again, and then run: docent note-backup ADDRESS',
    })
  })

  test('has its age in the metrics', async () => {
    await noteBackup(data, { address: ADDRESS, now: Date.now() - 5 * HOUR_MS })
    const telemetry = new RecordedTelemetry()
    const plugin = definePlugin({
      name: 'telemetry-test',
      options: z.strictObject({}),
      setup: (_, host) => host.provide<Telemetry>(Telemetry, telemetry),
    })
    await using _server = await startTestServer({ env: { DOCENT_DATA: data }, morePlugins: [plugin()] })
    const [reading] = await telemetry.read('docent.backup.age')
    expect(reading?.value).toBeGreaterThanOrEqual(5 * 3_600)
    expect(reading?.value).toBeLessThan(5 * 3_600 + 120)
  }, 60_000)
})

test('the command notes a backup and forgets it', async () => {
  vi.stubEnv('DOCENT_DATA', data)
  const { stdout } = await runInProcess(['note-backup', ADDRESS, '--at', '2026-11-22T19:00:00Z'])
  expect(stdout).toBe(`Noted: ${ADDRESS}, made 2026-11-22 19:00 UTC.\n`)
  expect((await runInProcess(['note-backup', 'another', '--forget'])).stderr).toContain(ADDRESS)
  expect((await runInProcess(['note-backup', '--forget'])).stdout).toMatch(/^Forgotten: s3:/)
  expect((await runInProcess(['note-backup', '--forget'])).stderr).toContain('No backup of another tool')
  expect((await runInProcess(['note-backup'])).stderr).toContain('Name where the backup lies')
  expect(await readdir(join(data, 'backups'))).toEqual([])
})

test.each([
  ['a time to come', { at: '2026-11-22T19:06:00Z' }, /still to come/],
  ['a time without its offset', { at: '2026-11-22T19:00:00' }, /with its offset/],
  ['no time', { at: 'yesterday' }, /--at is "yesterday"/],
  ['an address with a password', { address: 'postgres://docent:secret@db/docent' }, /holds a password/],
  ['no address', { address: ' ' }, /Name where the backup lies/],
  ['an address of two lines', { address: 'a\nb' }, /on one line/],
])('%s is refused', async (_name, wrong, message) => {
  await expect(noteBackup(data, { address: ADDRESS, now: NOW, ...wrong })).rejects.toThrow(message)
  expect(await readdir(data)).toEqual([])
})

test('nothing is noted where no server has its data', async () => {
  const none = join(data, 'none')
  await expect(noteBackup(none, { address: ADDRESS, now: NOW })).rejects.toThrow(/set DOCENT_DATA/)
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
