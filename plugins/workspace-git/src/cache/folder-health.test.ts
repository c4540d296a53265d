import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderHealth } from './folder-health.ts'

test('a folder of caches is made anew, and one that cannot be made is told', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'folder-health-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  expect(await folderHealth(join(directory, 'cache', 'workspaces'))).toEqual({ ok: true })
  await writeFile(join(directory, 'file'), '')
  const inFile = join(directory, 'file', 'workspaces')
  expect(await folderHealth(inFile)).toEqual({
    ok: false,
    isDegraded: true,
    message: `The folder of the git caches cannot be written (ENOTDIR): ${inFile}. Check its free space, its inodes, and its permissions. Until then, this process runs no jobs.`,
  })
})
