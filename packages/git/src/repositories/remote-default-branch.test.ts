import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runGit } from '../run/run-git.ts'
import { remoteDefaultBranch } from './remote-default-branch.ts'

let gitDir: string
const remote = async () => ({ url: `file://${gitDir}` })

beforeEach(async () => {
  gitDir = await mkdtemp(join(tmpdir(), 'default-branch-'))
  await runGit(['init', '--quiet', '--bare', '--initial-branch=trunk', gitDir])
})
afterEach(() => rm(gitDir, { recursive: true }))

const commit = (branch: string) =>
  runGit(['fast-import', '--quiet'], {
    gitDir,
    input: `commit refs/heads/${branch}\ncommitter A <a@example.com> 0 +0000\ndata 0\n`,
  })

test('reads the branch that HEAD names, with slashes in it', async () => {
  await commit('release/1')
  await runGit(['symbolic-ref', 'HEAD', 'refs/heads/release/1'], { gitDir })
  expect(await remoteDefaultBranch(gitDir, remote)).toBe('release/1')
})

test('answers undefined for an empty repository and for a detached HEAD', async () => {
  expect(await remoteDefaultBranch(gitDir, remote)).toBeUndefined()
  await commit('trunk')
  await runGit(['update-ref', '--no-deref', 'HEAD', 'refs/heads/trunk'], { gitDir })
  expect(await remoteDefaultBranch(gitDir, remote)).toBeUndefined()
})
