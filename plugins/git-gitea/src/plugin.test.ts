import type { GitHost, Health, PluginHost } from '@docent/core/plugin'
import { expect, it } from 'vitest'
import { gitea } from './plugin.ts'

function install(options: Parameters<typeof gitea>[0], env: Record<string, string>) {
  const hosts: GitHost[] = []
  const health: (() => Health | Promise<Health>)[] = []
  const quiet = (): void => undefined
  const host: Partial<PluginHost> = {
    env,
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    addGitHost: (added) => hosts.push(added),
    onHealth: (asked) => health.push(asked),
  }
  gitea(options).install(host as PluginHost)
  return { hosts, health }
}

it('registers a host for the server it is given', () => {
  const [own] = install({ name: 'own', baseUrl: 'https://git.acme.com', token: 'a' }, {}).hosts
  expect(own?.name).toBe('own')
  expect(own?.matches('git@git.acme.com:acme/docs.git')).toBe(true)
  expect(own?.matches('https://codeberg.org/acme/docs')).toBe(false)
})

it('starts without a token and says so, and not without an address', async () => {
  const { health } = install({}, { GITEA_URL: 'https://codeberg.org' })
  expect(await health[0]?.()).toMatchObject({ ok: true, message: expect.stringMatching(/no token/) })
  expect(() => install({}, {})).toThrow(/GITEA_URL/)
})

it('names a wrong option', () => {
  expect(() => install({ timeoutMs: 1 }, {})).toThrow(/options of the plugin git-gitea are wrong: timeoutMs/)
})
