import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDataDirectory } from './data-directory.ts'
import { loadSecrets } from './secrets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-secrets-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the secret', () => {
  it('is made once, readable by its owner alone', async () => {
    const [first] = await loadSecrets({}, folder)
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(await loadSecrets({}, folder)).toEqual([first])
    expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
  })

  it('is one, also when several processes start at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => loadSecrets({}, folder)))
    expect(new Set(made.flat())).toHaveLength(1)
  })

  it('comes from the environment where that has it, newest first', async () => {
    const DOCENT_SECRET = 'the newer secret, not'
    expect(await loadSecrets({ DOCENT_SECRET: `${'n'.repeat(16)}, ${'o'.repeat(16)}` }, folder)).toEqual([
      'n'.repeat(16),
      'o'.repeat(16),
    ])
    await expect(loadSecrets({ DOCENT_SECRET }, folder)).rejects.toThrow(/^DOCENT_SECRET is too short: /)
  })

  it('that is too short is refused, wherever it is from', async () => {
    await writeFile(join(folder, 'secret'), 'short\n')
    await expect(loadSecrets({}, folder)).rejects.toThrow(/at least 16 characters/)
  })
})

it('the data directory is for its owner alone and ignored by git', async () => {
  const data = join(folder, 'nested', 'data')
  await prepareDataDirectory(data, { debug() {}, info() {}, warn() {}, error() {} })
  await prepareDataDirectory(data, { debug() {}, info() {}, warn() {}, error() {} })
  expect((await stat(data)).mode & 0o777).toBe(0o700)
  expect(await readFile(join(data, '.gitignore'), 'utf8')).toBe('*\n')
})
