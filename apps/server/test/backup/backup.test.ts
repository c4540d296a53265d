import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileArchive, packArchive } from '../../../../packages/backup/src/archive.ts'
import { MANIFEST } from '../../../../packages/backup/src/backup-manifest.ts'
import { FolderPlace } from '../../../../packages/backup/src/folder-place.ts'
import { makeBackup } from '../../../../packages/backup/src/make-backup.ts'
import { restoreBackup } from '../../../../packages/backup/src/restore-backup.ts'
import { signIn } from '../sign-in.ts'
import { startTestServer } from '../start-test-server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function dataOf(rows: number): Promise<string> {
  const data = join(folder, 'data')
  await mkdir(join(data, 'index'), { recursive: true })
  await writeFile(join(data, 'index', 'big'), 'made anew')
  await writeFile(join(data, 'secret'), 'the secret')
  using database = new DatabaseSync(join(data, 'docent.db'))
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE jobs (id INTEGER)')
  for (let row = 0; row < rows; row++) database.exec(`INSERT INTO jobs VALUES (${row})`)
  return data
}

const request = (dataDirectory: string, passphrase?: string) => ({
  dataDirectory,
  place: new FolderPlace(join(folder, 'out')),
  version: '1.2.3',
  now: Date.UTC(2026, 10, 22, 19),
  passphrase,
})

const countIn = (data: string) => {
  using database = new DatabaseSync(join(data, 'docent.db'))
  return database.prepare('SELECT count(*) AS jobs FROM jobs').get()?.jobs
}

describe('a backup', () => {
  test.each([
    ['plain', undefined],
    ['encrypted', 'a passphrase of the test'],
  ])('that is %s holds what cannot be made anew, and is restored as it was', async (_name, passphrase) => {
    const data = await dataOf(3)
    const { file, files, isEncrypted } = await makeBackup(request(data, passphrase))
    expect([files, isEncrypted]).toEqual([2, passphrase !== undefined])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(folder, 'out'))).toHaveLength(1)
    if (passphrase !== undefined) expect((await readFile(file)).includes('the secret')).toBe(false)
    const target = join(folder, 'restored')
    const restored = await restoreBackup({
      archive: await fileArchive(file),
      dataDirectory: target,
      replace: false,
      passphrase,
      now: 1,
    })
    expect(restored).toEqual({
      createdAt: '2026-11-22T19:00:00.000Z',
      version: '1.2.3',
      files: 2,
      movedTo: null,
      leftOut: [],
    })
    expect((await readdir(target)).toSorted()).toEqual(['docent.db', 'secret'])
    expect(countIn(target)).toBe(3)
  })

  test('is one moment of a database that is written meanwhile', async () => {
    const data = await dataOf(0)
    using writer = new DatabaseSync(join(data, 'docent.db'), { timeout: 10_000 })
    const making = makeBackup(request(data))
    let written = 0
    let isDone = false
    const done = making.finally(() => {
      isDone = true
    })
    while (!isDone) {
      writer.exec(`BEGIN; INSERT INTO jobs VALUES (${written}); INSERT INTO jobs VALUES (${written}); COMMIT`)
      written++
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { file } = await done
    const target = join(folder, 'restored')
    await restoreBackup({ archive: await fileArchive(file), dataDirectory: target, replace: false, now: 1 })
    const rows = Number(countIn(target))
    expect(rows % 2).toBe(0)
    expect(rows).toBeLessThanOrEqual(written * 2)
  })

  test('is refused when it was changed, or the passphrase is wrong, and nothing is touched then', async () => {
    const data = await dataOf(1)
    const { file } = await makeBackup(request(data, 'a passphrase of the test'))
    const restore = async (passphrase?: string) =>
      restoreBackup({
        archive: await fileArchive(file),
        dataDirectory: data,
        replace: true,
        passphrase,
        now: 1,
      })
    await expect(restore()).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(restore('another one')).rejects.toThrow(/is not the passphrase/)
    const bytes = await readFile(file)
    bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1
    await writeFile(file, bytes)
    await expect(restore('a passphrase of the test')).rejects.toThrow(/damaged\. Docent changed nothing/)
    await writeFile(file, 'no backup at all')
    await expect(restore()).rejects.toThrow(/is not a Docent backup/)
    expect((await readdir(data)).toSorted()).toEqual(['docent.db', 'index', 'secret'])
    expect(countIn(data)).toBe(1)
  })

  test.each([
    ['a file that its manifest does not list', ['secret'], 'docent.db'],
    ['compiled code, which no backup has', ['cache/code/main', 'secret'], 'cache/code/main'],
  ])('with %s is refused', async (_what, listed, more) => {
    const made = join(folder, 'made')
    const paths = [...new Set([...listed, more])]
    for (const path of paths) {
      await mkdir(join(made, dirname(path)), { recursive: true })
      await writeFile(join(made, path), 'x')
    }
    const sha256 = createHash('sha256').update('x').digest('hex')
    const files = listed.map((path) => ({ path, bytes: 1, sha256 }))
    const manifest = { format: 1, createdAt: '2026-11-22T19:00:00.000Z', version: '1.2.3', files }
    await writeFile(join(made, MANIFEST), JSON.stringify(manifest))
    const file = join(folder, 'made.tar.gz')
    await pipeline(await packArchive(made, [MANIFEST, ...paths], undefined), createWriteStream(file))
    const dataDirectory = join(folder, 'restored')
    const restoring = restoreBackup({
      archive: await fileArchive(file),
      dataDirectory,
      replace: false,
      now: 1,
    })
    await expect(restoring).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await readdir(dataDirectory)).toEqual([])
  })

  test('brings nothing that a server or git would run', async () => {
    const made = join(folder, 'made')
    const repository = 'repositories/docs.git'
    const contents: Record<string, string> = {
      secret: 'the secret',
      'docent.config.js': 'process.exit(1)',
      'node_modules/x/index.js': 'process.exit(1)',
      'repositories/start.sh': 'exit 1',
      [`${repository}/HEAD`]: 'ref: refs/heads/main\n',
      [`${repository}/config`]: '[core]\n\tbare = true\n',
      [`${repository}/hooks/post-receive`]: '#!/bin/sh\nexit 1\n',
      [`${repository}/refs/heads/main`]: `${'a'.repeat(40)}\n`,
      'repositories/team/other.git/config': '[core]\n\tfsmonitor = touch /tmp/x\n',
      'repositories/third.git/config': '[Include]\n\tpath = /tmp/x\n',
    }
    const files = []
    for (const [path, content] of Object.entries(contents)) {
      await mkdir(join(made, dirname(path)), { recursive: true })
      await writeFile(join(made, path), content)
      const sha256 = createHash('sha256').update(content).digest('hex')
      files.push({ path, bytes: content.length, sha256 })
    }
    const manifest = { format: 1, createdAt: '2026-11-22T19:00:00.000Z', version: '1.2.3', files }
    await writeFile(join(made, MANIFEST), JSON.stringify(manifest))
    const file = join(folder, 'made.tar.gz')
    const entries = [MANIFEST, 'secret', 'docent.config.js', 'node_modules', 'repositories']
    await pipeline(await packArchive(made, entries, undefined), createWriteStream(file))
    const target = join(folder, 'restored')
    const archive = await fileArchive(file)
    const restored = await restoreBackup({ archive, dataDirectory: target, replace: false, now: 1 })
    expect(restored.files).toBe(4)
    expect(restored.leftOut.toSorted()).toEqual([
      'docent.config.js',
      'node_modules/x/index.js',
      'repositories/docs.git/hooks/post-receive',
      'repositories/start.sh',
      'repositories/team/other.git/config',
      'repositories/third.git/config',
    ])
    const there = await readdir(target, { recursive: true, withFileTypes: true })
    const names = there.filter((entry) => entry.isFile()).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['HEAD', 'config', 'main', 'secret'])
  })

  test('that is encrypted and interrupted leaves nothing in clear where the backups lie', async () => {
    const data = await dataOf(3)
    const place = new FolderPlace(join(folder, 'out'))
    // As a process that is killed while it packs: nothing of it is tidied up.
    place.write = () => new Promise(() => undefined)
    void makeBackup({ ...request(data, 'a passphrase of the test'), place })
    const clear = async (where: string) => {
      const entries = await readdir(where, { recursive: true, withFileTypes: true }).catch(() => [])
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    }
    await expect.poll(() => clear(data), { timeout: 20_000 }).toContain(MANIFEST)
    expect(await clear(join(folder, 'out'))).toEqual([])
    const later = { ...request(data, 'a passphrase of the test'), now: Date.now() + 2 * 24 * 3_600_000 }
    await makeBackup(later)
    expect(await clear(data)).not.toContain(MANIFEST)
  })

  test('takes the place of other data only when that is said, and keeps it', async () => {
    const data = await dataOf(1)
    const { file } = await makeBackup(request(data))
    await writeFile(join(data, 'secret'), 'a newer secret')
    const restore = async (replace: boolean) =>
      restoreBackup({ archive: await fileArchive(file), dataDirectory: data, replace, now: 7 })
    await expect(restore(false)).rejects.toMatchObject({ code: 'conflict' })
    const { movedTo } = await restore(true)
    expect(movedTo).toBe(join(data, 'before-restore-7'))
    expect(await readFile(join(data, 'secret'), 'utf8')).toBe('the secret')
    expect(await readFile(join(movedTo ?? '', 'secret'), 'utf8')).toBe('a newer secret')
  })

  test('is not made of a damaged database', async () => {
    const data = await dataOf(500)
    using database = new DatabaseSync(join(data, 'docent.db'))
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const bytes = await readFile(join(data, 'docent.db'))
    await writeFile(join(data, 'docent.db'), bytes.fill(0x41, 4_096, 8_192))
    await expect(makeBackup(request(data))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await readdir(join(folder, 'out'))).toEqual([])
  })

  test('of a folder without data says what to set', async () => {
    await expect(makeBackup(request(join(folder, 'none')))).rejects.toThrow(/set DOCENT_DATA/)
  })
})

test('a server backs itself up, with its accounts and repositories, and starts from the backup', async () => {
  await using server = await startTestServer()
  const { headers } = await signIn(server, 'owner')
  const made = await server.call('POST', '/api/backups', { key: null, headers })
  expect(made).toMatchObject({ status: 201, body: { isEncrypted: false } })
  const { body } = await server.call('GET', '/api/backups', { key: null, headers })
  expect(body.backups).toMatchObject([{ name: made.body.name, bytes: made.body.bytes }])
  const target = join(folder, 'restored')
  const file = join(server.directory, 'data', 'backups', made.body.name)
  await restoreBackup({ archive: await fileArchive(file), dataDirectory: target, replace: false, now: 1 })
  expect((await readdir(target)).toSorted()).toEqual(['accounts.db', 'docent.db', 'repositories', 'secret'])
  const git = promisify(execFile)
  await git('git', ['-C', join(target, 'repositories', 'docs.git'), 'fsck', '--full'])
  await using again = await startTestServer({ env: { DOCENT_DATA: target } })
  const cookie = headers.cookie ?? ''
  const session = await again.call('GET', '/api/session', { key: null, headers: { cookie } })
  expect(session.body.user).toMatchObject({ name: 'owner' })
  const jobs = await again.call('GET', '/v2/agent/docs/jobs', { key: server.adminKey })
  expect(jobs.status).toBe(200)
}, 60_000)
