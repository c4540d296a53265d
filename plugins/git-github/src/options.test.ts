import { expect, it } from 'vitest'
import { GithubOptions, resolveSettings } from './options.ts'

const resolve = (options: Parameters<typeof GithubOptions.parse>[0], env: Record<string, string>) =>
  resolveSettings(GithubOptions.parse(options), env)

it('reads what is left out from the environment, an App before a token', () => {
  const env = {
    GITHUB_TOKEN: 'ghp_1',
    GITHUB_APP_ID: '7',
    GITHUB_APP_PRIVATE_KEY: 'line\\nline',
    GITHUB_APP_INSTALLATION_ID: '9',
    GITHUB_API_URL: 'https://ghe.acme.com/api/v3/',
    GITHUB_WEBHOOK_SECRET: 'hush',
  }
  expect(resolve({}, env)).toMatchObject({
    name: 'github',
    identity: { kind: 'app', appId: '7', privateKey: 'line\nline', installationId: 9 },
    baseUrl: 'https://ghe.acme.com/api/v3',
    webhookSecret: 'hush',
  })
  expect(resolve({ token: 'mine' }, env).identity).toEqual({ kind: 'token', token: 'mine' })
  expect(resolve({}, { GITHUB_TOKEN: 'ghp_1', GITHUB_APP_ID: '' }).identity).toEqual({
    kind: 'token',
    token: 'ghp_1',
  })
  expect(resolve({}, {})).toMatchObject({ identity: { kind: 'none' }, baseUrl: 'https://api.github.com' })
})

it('refuses a token beside an App, and options it does not know', () => {
  const app = { appId: 1, privateKey: 'pem' }
  expect(() => GithubOptions.parse({ token: 'a', app })).toThrow(/either `token` or `app`/)
  expect(() => GithubOptions.parse({ tokne: 'a' })).toThrow(/tokne/)
})
