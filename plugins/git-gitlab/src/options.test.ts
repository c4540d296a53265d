import { expect, it } from 'vitest'
import { GitlabOptions, resolveSettings } from './options.ts'

const resolve = (options: Parameters<typeof GitlabOptions.parse>[0], env: Record<string, string>) =>
  resolveSettings(GitlabOptions.parse(options), env)

it('reads what is left out from the environment', () => {
  const env = {
    GITLAB_TOKEN: 'glpat-1',
    GITLAB_URL: 'https://example.com/gitlab/',
    GITLAB_WEBHOOK_SECRET: 'hush',
    GITLAB_WEBHOOK_SIGNING_TOKEN: 'whsec_aGk=',
  }
  expect(resolve({}, env)).toMatchObject({
    name: 'gitlab',
    token: 'glpat-1',
    baseUrl: 'https://example.com/gitlab',
    webhookSecret: 'hush',
    webhookSigningToken: 'whsec_aGk=',
  })
  expect(resolve({ token: 'mine' }, env).token).toBe('mine')
  const bare = resolve({}, { GITLAB_TOKEN: '' })
  expect(bare).toMatchObject({ baseUrl: 'https://gitlab.com' })
  expect(bare).not.toHaveProperty('token')
})

it('refuses options it does not know, and a signing token that is none', () => {
  expect(() => GitlabOptions.parse({ tokne: 'a' })).toThrow(/tokne/)
  expect(() => GitlabOptions.parse({ webhookSigningToken: 'whsec_?' })).toThrow(/whsec_ and base64/)
})
