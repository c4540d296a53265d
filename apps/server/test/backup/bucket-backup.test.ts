import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SimulatedS3 } from '@docent/simulators'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeBackup } from '../../../../packages/backup/src/make-backup.ts'
import { openBackup, openPlace } from '../../../../packages/backup/src/open-place.ts'
import { restoreBackup } from '../../../../packages/backup/src/restore-backup.ts'
import { signIn } from '../sign-in.ts'
import { startTestServer } from '../start-test-server.ts'

const PASSPHRASE = 'a passphrase of the test'
const DAY = 86_400_000
const START = Date.UTC(2026, 10, 22, 19)
/** More than a part of 4 MiB, which nothing compresses. */
const LARGE = randomBytes(5 * 1024 * 1024)

let folder: string
let data: string
let s3: SimulatedS3
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-bucket-'))
  data = join(folder, 'data')
  await mkdir(data)
  await writeFile(join(data, 'secret'), 'the secret')
  s3 = await SimulatedS3.start()
})
afterEach(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const context = () => ({ folder, env: s3.environment, source: 'the test' })
const address = () => `s3://${s3.bucket}/docs`
const make = (now = START, more: { keep?: number; passphrase?: string } = {}) =>
  makeBackup({
    dataDirectory: data,
    place: openPlace(address(), context()),
    version: '1.2.3',
    now,
    ...more,
  })
const restore = async (from: string, to: string, passphrase?: string) =>
  restoreBackup({
    archive: await openBackup(from, context()),
    dataDirectory: join(folder, to),
    replace: false,
    passphrase,
    now: 1,
  })

/** Data of several parts: a pack of a repository. */
const PACK = 'repositories/docs.git/objects/pack/large.pack'
async function writeLarge(): Promise<void> {
  const file = join(data, PACK)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, LARGE)
}

describe('a backup in a bucket', () => {
  test('is restored by its name, and the newest one by the bucket alone', async () => {
    await writeLarge()
    const first = await make()
    expect(first.file).toBe(`${address()}/docent-20261122T190000Z.tar.gz`)
    await writeFile(join(data, 'secret'), 'a newer secret')
    await make(START + DAY)
    await restore(`${address()}/`, 'newest')
    expect(await readFile(join(folder, 'newest', 'secret'), 'utf8')).toBe('a newer secret')
    expect((await readFile(join(folder, 'newest', PACK))).equals(LARGE)).toBe(true)
    await restore(first.file, 'older')
    expect(await readFile(join(folder, 'older', 'secret'), 'utf8')).toBe('the secret')
    expect(await readdir(join(data, 'backups'))).toEqual([])
  })

  test('is encrypted on its way, and refuses another passphrase', async () => {
    const { file, isEncrypted } = await make(START, { passphrase: PASSPHRASE })
    expect(isEncrypted).toBe(true)
    for (const { bytes } of s3.objects.values()) expect(bytes.includes('the secret')).toBe(false)
    await expect(restore(file, 'none')).rejects.toThrow(/is encrypted/)
    await expect(restore(file, 'none', 'another')).rejects.toThrow(/is not the passphrase/)
    await restore(file, 'good', PASSPHRASE)
    expect(await readFile(join(folder, 'good', 'secret'), 'utf8')).toBe('the secret')
  })

  test('is refused when an object was changed or is missing, and nothing is touched then', async () => {
    await writeLarge()
    const { file } = await make()
    const key = [...s3.objects.keys()].find((each) => each.endsWith('part-000001')) ?? ''
    const bytes = s3.objects.get(key)?.bytes ?? Buffer.alloc(0)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    await expect(restore(file, 'changed')).rejects.toThrow(/part-000001 .* is damaged or missing/)
    s3.objects.delete(key)
    await expect(restore(file, 'missing')).rejects.toThrow(/part-000001 .* is damaged or missing/)
    expect(await readdir(join(folder, 'missing'))).toEqual([])
    await expect(restore(`${address()}/docent-20200101T000000Z.tar.gz`, 'none')).rejects.toThrow(
      /The latest are: docent-20261122T190000Z/,
    )
    await expect(restore(`s3://${s3.bucket}/other`, 'none')).rejects.toThrow(/There is no backup in/)
  })

  test('makes room: the newest stay, and what an interrupted one left goes after a day', async () => {
    const place = openPlace(address(), context())
    await make(START, { keep: 2 })
    const [first] = s3.objects
    if (!first) throw new Error('The bucket is empty.')
    const [part, half] = first
    const abandoned = part.replace('docent-20261122T190000Z', 'docent-20261101T000000Z')
    s3.objects.set(abandoned, { ...half, modified: new Date(START + DAY) })
    await make(START + DAY, { keep: 2 })
    await make(START + 2 * DAY - 1, { keep: 2 })
    expect(s3.objects.has(abandoned)).toBe(true)
    await place.sweep(START + 2 * DAY + 1)
    expect(await place.names()).toHaveLength(2)
    expect(await place.names()).not.toContain('docent-20261122T190000Z.tar.gz')
    expect(s3.objects.has(abandoned)).toBe(false)
    expect([...s3.objects.keys()].filter((key) => key.includes('20261122T190000Z'))).toEqual([])
  })
})

test('a server backs itself up by its schedule, and says when it did', async () => {
  await using server = await startTestServer({
    config: { backups: { to: address(), everyHours: 24, keep: 3 } },
    env: { ...s3.environment, DOCENT_BACKUP_PASSPHRASE: PASSPHRASE },
  })
  const { headers } = await signIn(server, 'owner')
  const list = async () => (await server.call('GET', '/api/backups', { key: null, headers })).body
  expect(await list()).toEqual({
    backups: [],
    address: address(),
    everyHours: 24,
    keep: 3,
    holdsStore: true,
    last: null,
  })
  expect(await server.running.services.backups.last()).toBeUndefined()
  const made = await server.call('POST', '/api/backups', { key: null, headers })
  expect(made).toMatchObject({ status: 201, body: { isEncrypted: true } })
  const after = await list()
  expect(after).toMatchObject({
    backups: [{ name: made.body.name }],
    last: { createdAt: made.body.createdAt, isNoted: false },
  })
  await restore(`${address()}/${made.body.name}`, 'again', PASSPHRASE)
  expect(await readdir(join(folder, 'again'))).toContain('docent.db')
}, 60_000)
