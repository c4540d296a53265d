import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { GitHost, PluginHost } from '@docent/core/plugin'
import { expect, test } from 'vitest'
import { createLocalRepository } from './create-local-repository.ts'
import { LocalGitHost } from './local-git-host.ts'
import { gitLocal } from './plugin.ts'

function makeHost() {
  const hosts: GitHost[] = []
  const addGitHost = (host: GitHost) => void hosts.push(host)
  return {
    host: {
      dataDirectory: '/nonexistent',
      configuredRepositories: [],
      secrets: [],
      addGitHost,
    } as unknown as PluginHost,
    hosts,
  }
}

test('registers the host and opens nothing', () => {
  const { host, hosts } = makeHost()
  gitLocal({ roots: ['/srv/git'] }).install(host)
  expect(hosts).toEqual([expect.any(LocalGitHost)])
})

test('refuses an unknown option by its name', () => {
  expect(() => gitLocal({ root: '/srv' } as object).install(makeHost().host)).toThrow(/git-local.*root/)
})

test('allows the repositories that the configuration file names, and no others', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'git-local-')))
  const path = join(folder, 'docs.git')
  const author = { name: 'Test', email: 'test@example.com' }
  for (const name of ['docs.git', 'other.git'])
    await createLocalRepository({ path: join(folder, name), from: folder, message: 'x', author, date: 0 })
  const { host, hosts } = makeHost()
  gitLocal().install({ ...host, configuredRepositories: [pathToFileURL(path).href, 'https://git.example/a'] })
  const [local] = hosts as [GitHost]
  expect(await local.remote(pathToFileURL(path).href, { access: 'write' })).toMatchObject({
    url: expect.stringMatching(/docs\.git/),
  })
  await expect(
    local.remote(pathToFileURL(join(folder, 'other.git')).href, { access: 'read' }),
  ).rejects.toThrow(/Add it to "projects" in docent\.config\.ts/)
  await rm(folder, { recursive: true })
})
