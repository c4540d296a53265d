import { expect, it } from 'vitest'
import { GiteaOptions, resolveSettings } from './options.ts'

const resolve = (options: Parameters<typeof GiteaOptions.parse>[0], env: Record<string, string>) =>
  resolveSettings(GiteaOptions.parse(options), env)

it('reads what is left out from the environment', () => {
  const env = {
    GITEA_TOKEN: 'one',
    GITEA_URL: 'https://example.com/git/',
    GITEA_WEBHOOK_SECRET: 'hush',
  }
  expect(resolve({}, env)).toMatchObject({
    name: 'gitea',
    token: 'one',
    baseUrl: 'https://example.com/git',
    webhookSecret: 'hush',
    draftPrefix: 'WIP: ',
  })
  expect(resolve({ token: 'mine', baseUrl: 'https://codeberg.org' }, env)).toMatchObject({
    token: 'mine',
    baseUrl: 'https://codeberg.org',
  })
})

it('asks for the address of the server, and refuses options it does not know', () => {
  expect(() => resolve({}, { GITEA_URL: '' })).toThrow(/baseUrl \(GITEA_URL\)/)
  expect(() => resolve({}, { GITEA_URL: 'codeberg' })).toThrow(/baseUrl \(GITEA_URL\)/)
  expect(() => GiteaOptions.parse({ tokne: 'a' })).toThrow(/tokne/)
})
