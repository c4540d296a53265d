import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareDataDirectory } from './data-directory.ts'

let directory: string
let warnings: string[] = []
const logger = {
  debug() {},
  info() {},
  warn: (_: object, text: string) => void warnings.push(text),
  error() {},
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'data-directory-'))
  warnings = []
})
afterEach(() => rm(directory, { recursive: true }))

test('is made for its owner alone, with all folders above it, and says nothing when it is met again', async () => {
  const data = join(directory, 'a', 'b', 'data')
  await prepareDataDirectory(data, logger)
  for (const path of [data, join(directory, 'a', 'b'), join(directory, 'a')]) {
    expect((await stat(path)).mode & 0o777).toBe(0o700)
  }
  expect(await readdir(data)).toEqual(['.gitignore'])
  await prepareDataDirectory(data, logger)
  expect(warnings).toEqual([])
})

test('is made with the rights of its owner whatever the umask', async () => {
  const before = process.umask(0o277)
  try {
    await prepareDataDirectory(join(directory, 'data'), logger)
  } finally {
    process.umask(before)
  }
  expect((await stat(join(directory, 'data'))).mode & 0o777).toBe(0o700)
})

test('keeps the wider rights of a folder that is there, and tells about them once', async () => {
  const data = join(directory, 'data')
  await mkdir(data)
  await chmod(data, 0o755)
  await prepareDataDirectory(data, logger)
  expect((await stat(data)).mode & 0o777).toBe(0o755)
  expect(warnings).toEqual([expect.stringContaining(`chmod 700 ${data}`)])
})
