import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeGitOrigin, needs } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../scripts/from-sources.ts'
import { mountDisk, OWN_DISKS } from '../../../scripts/own-disks.ts'
import { BareRepository } from '../src/repositories/bare-repository.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'git-limits-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a process without a file left fails its calls of git, and goes on once it has some again', async () => {
  const gitDir = join(folder, 'files.git')
  const origin = await makeGitOrigin(gitDir, { 'a.md': 'lantern' })
  const program = fileURLToPath(new URL('crowded-git.ts', import.meta.url))
  const commit = (await origin.tip('main')) ?? ''
  const words = [process.execPath, ...FROM_SOURCES, program, gitDir, commit]
  const line = words.map((word) => `'${word}'`).join(' ')
  const { stdout, stderr } = spawnSync('sh', ['-c', `ulimit -n 64; exec ${line}`], { timeout: 60_000 })
  expect(stderr.toString()).toBe('')
  expect(JSON.parse(stdout.toString())).toEqual({
    crowded: { runGit: 'unavailable true true', catFile: 'unavailable true true' },
    later: { runGit: 'ok', catFile: 'ok' },
  })
})

/** Uses what is left, and gives it back. */
async function fill(place: string): Promise<() => Promise<void>> {
  const file = openSync(join(place, 'filling'), 'w')
  try {
    for (const size of [65_536, 4_096, 1]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    }
  } finally {
    closeSync(file)
  }
  return () => rm(join(place, 'filling'))
}

async function useInodes(place: string): Promise<() => Promise<void>> {
  const many = join(place, 'many')
  await mkdir(many)
  try {
    for (let at = 0; ; at++) await writeFile(join(many, String(at)), '')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
  return () => rm(many, { recursive: true })
}

async function makeReadOnly(place: string): Promise<() => Promise<void>> {
  execFileSync('mount', ['-o', 'remount,ro', place])
  return async () => void execFileSync('mount', ['-o', 'remount,rw', place])
}

describe('a disk that cannot be written', needs(OWN_DISKS), () => {
  test.each([
    ['is full', 'size=3m', fill],
    ['has no inode left', 'size=8m,nr_inodes=300', useInodes],
    ['became read-only', 'size=3m', makeReadOnly],
  ])(
    'one that %s is no fault of the repository, and is found whatever git says',
    async (_what, options, spoil) => {
      const place = await mkdtemp(join(folder, 'disk-'))
      expect(mountDisk(place, options)).toBe(true)
      const repositories: BareRepository[] = []
      try {
        const origin = await makeGitOrigin(`${place}-origin.git`, { 'a.md': 'lantern' })
        const cached = (name: string) => {
          const repository = new BareRepository(join(place, name), origin.url, { attempts: 1 })
          repositories.push(repository)
          return repository
        }
        const repository = cached('a.git')
        const first = (await repository.fetchBranches(origin.remote, ['main'])).get('main') ?? ''
        await origin.commitDirectly('main', { 'b.md': 'wick' })
        const repair = await spoil(place)
        const local = { isRetryable: true, isLocal: true }
        await expect(repository.updateRef('refs/docent/jobs/a', first)).rejects.toMatchObject(local)
        await expect(repository.fetchBranches(origin.remote, ['main'])).rejects.toMatchObject(local)
        await expect(repository.writer.write('blob', Buffer.from('new'))).rejects.toMatchObject(local)
        await expect(cached('new.git').fetchBranches(origin.remote, ['main'])).rejects.toMatchObject(local)
        await repair()
        await repository.updateRef('refs/docent/jobs/a', first)
        const tip = (await repository.fetchBranches(origin.remote, ['main'])).get('main')
        expect(tip).toBe(await origin.tip('main'))
      } finally {
        for (const repository of repositories) repository.close()
        // A git that was just told to end may still be in it.
        execFileSync('umount', ['--lazy', place])
      }
    },
  )
})
