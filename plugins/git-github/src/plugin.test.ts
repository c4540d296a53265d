import type { GitHost, Health, PluginHost } from '@docent/core/plugin'
import { expect, it } from 'vitest'
import { github } from './plugin.ts'

function install(options: Parameters<typeof github>[0], env: Record<string, string>) {
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
  github(options).install(host as PluginHost)
  return { hosts, health }
}

it('registers a host for github.com, or for the Enterprise server it is given', () => {
  const [cloud] = install({}, { GITHUB_TOKEN: 'ghp_1' }).hosts
  expect(cloud?.matches('https://github.com/acme/docs')).toBe(true)
  const [enterprise] = install({ name: 'ghe', baseUrl: 'https://ghe.acme.com/api/v3', token: 'a' }, {}).hosts
  expect(enterprise?.name).toBe('ghe')
  expect(enterprise?.matches('git@ghe.acme.com:acme/docs.git')).toBe(true)
  expect(enterprise?.matches('https://github.com/acme/docs')).toBe(false)
})

it('starts without credentials and says so', async () => {
  const { health } = install({}, {})
  expect(await health[0]?.()).toMatchObject({ ok: true, message: expect.stringMatching(/no credentials/) })
})

it('names a wrong option', () => {
  expect(() => install({ timeoutMs: 1 }, {})).toThrow(/options of the plugin git-github are wrong: timeoutMs/)
})
