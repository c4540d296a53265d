import type { GitHost, PluginHost } from '@docent/core'
import { expect, test } from 'vitest'
import { LocalGitHost } from './local-git-host.ts'
import { gitLocal } from './plugin.ts'

function makeHost() {
  const hosts: GitHost[] = []
  const addGitHost = (host: GitHost) => void hosts.push(host)
  return { host: { dataDirectory: '/nonexistent', addGitHost } as unknown as PluginHost, hosts }
}

test('registers the host and opens nothing', () => {
  const { host, hosts } = makeHost()
  gitLocal({ roots: ['/srv/git'] }).install(host)
  expect(hosts).toEqual([expect.any(LocalGitHost)])
})

test('refuses an unknown option by its name', () => {
  expect(() => gitLocal({ root: '/srv' } as object).install(makeHost().host)).toThrow(/git-local.*root/)
})
