import type { GitHost, Health, PluginHost } from '@docent/core/plugin'
import { expect, it } from 'vitest'
import { gitlab } from './plugin.ts'

function install(options: Parameters<typeof gitlab>[0], env: Record<string, string>) {
  const hosts: GitHost[] = []
  const health: (() => Health | Promise<Health>)[] = []
  const quiet = (): void => undefined
  const host: Partial<PluginHost> = {
    env,
    clock: { now: () => 0 },
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    addGitHost: (added) => hosts.push(added),
    onHealth: (asked) => health.push(asked),
  }
  gitlab(options).install(host as PluginHost)
  return { hosts, health }
}

it('registers a host for gitlab.com, or for the server it is given', () => {
  const [cloud] = install({}, { GITLAB_TOKEN: 'glpat-1' }).hosts
  expect(cloud?.matches('https://gitlab.com/acme/docs')).toBe(true)
  const [own] = install({ name: 'own', baseUrl: 'https://git.acme.com', token: 'a' }, {}).hosts
  expect(own?.name).toBe('own')
  expect(own?.matches('git@git.acme.com:acme/docs.git')).toBe(true)
  expect(own?.matches('https://gitlab.com/acme/docs')).toBe(false)
})

it('starts without a token and says so', async () => {
  const { health } = install({}, {})
  expect(await health[0]?.()).toMatchObject({ ok: true, message: expect.stringMatching(/no token/) })
})

it('names a wrong option', () => {
  expect(() => install({ timeoutMs: 1 }, {})).toThrow(/options of the plugin git-gitlab are wrong: timeoutMs/)
})
