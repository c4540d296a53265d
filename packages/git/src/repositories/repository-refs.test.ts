import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ObjectWriter } from '../objects/object-writer.ts'
import { runGit } from '../run/run-git.ts'
import { RepositoryRefs } from './repository-refs.ts'

let gitDir = ''
beforeAll(async () => {
  gitDir = await mkdtemp(join(tmpdir(), 'refs-'))
  await runGit(['init', '--quiet', '--bare', gitDir])
})
afterAll(() => rm(gitDir, { recursive: true }))

test('sets many refs at once, the last of the same name winning, and removes them', async () => {
  const writer = new ObjectWriter(gitDir, async () => 'sha1')
  const tree = await writer.write('tree', new Uint8Array())
  const commit = (message: string) =>
    writer.write(
      'commit',
      Buffer.from(`tree ${tree}\nauthor A <a@b> 0 +0000\ncommitter A <a@b> 0 +0000\n\n${message}\n`),
    )
  const [one, two] = [await commit('one'), await commit('two')]
  const refs = new RepositoryRefs({ gitDir, timeoutMs: 10_000 })
  await Promise.all([
    refs.update('refs/docent/jobs/a', one),
    refs.update('refs/docent/jobs/b', one),
    refs.update('refs/docent/jobs/a', two),
  ])
  expect(await refs.names('refs/docent/jobs/')).toEqual(['refs/docent/jobs/a', 'refs/docent/jobs/b'])
  const a = await runGit(['rev-parse', 'refs/docent/jobs/a'], { gitDir })
  expect(a.stdout.toString().trim()).toBe(two)
  await refs.delete('refs/docent/jobs/a')
  await refs.delete('refs/docent/jobs/a')
  expect(await refs.names('refs/docent/jobs/')).toEqual(['refs/docent/jobs/b'])
})
