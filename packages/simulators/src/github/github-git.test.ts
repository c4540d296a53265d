import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { GIT_ENVIRONMENT } from '@docent/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { simulateGithub } from './simulate-github.ts'
import type { SimulatedGithub } from './simulated-github.ts'

const run = promisify(execFile)
let github: SimulatedGithub
let token: string
let folder: string

beforeEach(async () => {
  github = await simulateGithub({
    repositories: [
      { path: 'acme/docs', files: { 'guide.md': 'one\n' }, protectedBranches: ['main'] },
      { path: 'acme/secret', private: true },
    ],
  })
  token = github.createToken({ repositories: ['acme/docs'] })
  folder = await mkdtemp(join(tmpdir(), 'clone-'))
})

afterEach(async () => {
  await github.close()
  await rm(folder, { recursive: true, force: true })
})

const git = (secret: string | undefined, ...args: string[]) => {
  const basic = Buffer.from(`x-access-token:${secret}`).toString('base64')
  const header = secret === undefined ? [] : ['-c', `http.extraHeader=Authorization: Basic ${basic}`]
  return run('git', ['-C', folder, ...header, ...args], { env: GIT_ENVIRONMENT, timeout: 120_000 })
}
it('clones, pushes a branch that REST then shows, and refuses a protected one', async () => {
  await git(token, 'clone', '--quiet', github.gitUrl('acme/docs'), '.')
  await git(token, 'checkout', '-qb', 'docs/pushed')
  await writeFile(join(folder, 'guide.md'), 'pushed\n')
  await git(token, 'commit', '-qam', 'docs: push')
  await git(token, 'push', '--quiet', 'origin', 'docs/pushed')
  const shown = await fetch(`${github.apiUrl}/repos/acme/docs/branches/docs%2Fpushed`)
  expect(shown.status).toBe(200)
  await expect(git(token, 'push', 'origin', 'docs/pushed:main')).rejects.toThrow(
    /GH006: Protected branch update failed/,
  )
  expect(await github.git('acme/docs').readFile('main', 'guide.md')).toBe('one\n')
})

it('pushes what git sends in chunks', async () => {
  await git(token, 'clone', '--quiet', github.gitUrl('acme/docs'), '.')
  const noise = Array.from({ length: 40_000 }, (_, line) => Math.sin(line).toString(36)).join('\n')
  await writeFile(join(folder, 'guide.md'), noise)
  await git(token, 'commit', '-qam', 'docs: much')
  await git(token, '-c', 'http.postBuffer=65536', 'push', '--quiet', 'origin', 'HEAD:much')
  expect(await github.git('acme/docs').readFile('much', 'guide.md')).toBe(noise)
})

it('asks for credentials, hides what the token does not cover, and refuses pushes of a reading token', async () => {
  const fetching = (secret: string | undefined, path: string) => git(secret, 'ls-remote', github.gitUrl(path))
  await expect(fetching(undefined, 'acme/docs')).resolves.toBeDefined()
  await expect(fetching(undefined, 'acme/secret')).rejects.toThrow(/could not read Username/)
  await expect(fetching('wrong', 'acme/docs')).rejects.toThrow(
    /could not read Username|Authentication failed/,
  )
  await expect(fetching(token, 'acme/secret')).rejects.toThrow(/not found/)
  const reading = github.createToken({ permissions: { contents: 'read' } })
  await git(reading, 'clone', '--quiet', github.gitUrl('acme/secret'), '.')
  await expect(git(reading, 'push', 'origin', 'HEAD:other')).rejects.toThrow(/403/)
})

it('follows a rename', async () => {
  github.renameRepository('acme/docs', 'handbook')
  await git(token, 'clone', '--quiet', github.gitUrl('acme/docs'), '.')
  expect((await git(token, 'log', '--format=%s')).stdout).toBe('docs: begin\n')
})

it('fails as planted, and loses the reply of a push that arrived', async () => {
  await git(token, 'clone', '--quiet', github.gitUrl('acme/docs'), '.')
  github.fail('git-upload-pack/refs', { status: 503 })
  await expect(git(token, 'fetch', 'origin')).rejects.toThrow(/503/)
  github.fail('git-receive-pack', { afterEffect: true, disconnect: true })
  await expect(git(token, 'push', 'origin', 'HEAD:kept')).rejects.toThrow()
  expect([...(await github.git('acme/docs').branches()).keys()]).toEqual(['kept', 'main'])
})
