import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { GitRemote } from '@docent/core/plugin'
import { type SimulatedGithub, simulateGithub } from '@docent/simulators'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GithubGitHost } from './github-git-host.ts'
import { GithubOptions, resolveSettings } from './options.ts'

const run = promisify(execFile)
let github: SimulatedGithub
let host: GithubGitHost
let folder: string

beforeEach(async () => {
  github = await simulateGithub({
    repositories: [{ path: 'acme/docs', private: true, protectedBranches: ['main'] }],
  })
  github.installApp('acme')
  const { id: appId, privateKey } = github.app
  const options = GithubOptions.parse({
    app: { appId, privateKey },
    baseUrl: github.apiUrl,
    writeIntervalMs: 0,
  })
  const quiet = (): void => undefined
  host = new GithubGitHost(resolveSettings(options, {}), {
    clock: { now: () => Date.now() },
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  })
  folder = await mkdtemp(join(tmpdir(), 'github-remote-'))
})

afterEach(async () => {
  await github.close()
  await rm(folder, { recursive: true, force: true })
})

/** Git with the remote's credentials in its environment, where no process list shows them. */
function git(remote: GitRemote, ...args: string[]) {
  const { username = '', password = '' } = remote.credentials ?? {}
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  return run('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    timeout: 120_000,
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'http.extraHeader',
      GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
    },
  })
}

it('gives credentials that git fetches with, and pushes with when they were asked for writing', async () => {
  const repository = `${github.origin}/acme/docs`
  const reading = await host.remote(repository, { access: 'read' })
  await git(reading, 'clone', '--quiet', reading.url, '.')
  await writeFile(join(folder, 'new.md'), '# New\n')
  await git(reading, 'add', '.')
  await git(reading, 'commit', '-qm', 'docs: add a page')
  await expect(git(reading, 'push', reading.url, 'HEAD:docs/new')).rejects.toThrow(/403/)
  const writing = await host.remote(repository, { access: 'write' })
  await git(writing, 'push', '--quiet', writing.url, 'HEAD:docs/new')
  const draft = { branch: 'docs/new', base: 'main', title: 'A page', body: '', draft: false }
  expect((await host.openPullRequest(repository, draft)).headCommit).toBe(
    (await github.git('acme/docs').branches()).get('docs/new'),
  )
  github.assertNoViolations()
})
