import { describe, expect, test } from 'vitest'
import { adviceFor } from './advice.ts'
import { DEFAULT_MANIFESTS } from './default-plugins.ts'

describe('adviceFor', () => {
  const variables = adviceFor(DEFAULT_MANIFESTS, { listsPlugins: false })
  const plugins = adviceFor(DEFAULT_MANIFESTS, { listsPlugins: true })

  test.each([
    ['https://github.com/acme/docs', 'Set GITHUB_TOKEN.'],
    ['https://gitlab.com/acme/docs', 'Set GITLAB_TOKEN.'],
    ['https://codeberg.org/acme/docs', 'Set GITEA_URL=https://codeberg.org and GITEA_TOKEN.'],
    ['git@example.com:acme/docs', 'Use its https:// or file:// URL.'],
  ])('names the variables of %s', (repository, expected) => {
    expect(variables.gitHost?.(repository)).toBe(expected)
  })

  test('names every kind of host for an address that nobody knows', () => {
    const advice = variables.gitHost?.('https://git.example.com/acme/docs')
    expect(advice).toContain(
      'GITLAB_URL=https://git.example.com and GITLAB_TOKEN if git.example.com is a GitLab',
    )
    expect(advice).toContain('GITHUB_API_URL=https://git.example.com/api/v3')
  })

  test('names the variable of a model provider', () => {
    expect(variables.modelProvider?.('anthropic')).toBe('Set ANTHROPIC_API_KEY.')
    expect(variables.modelProvider?.('vllm')).toContain("openaiCompatible({ name: 'vllm'")
  })

  test('names the plugins of ports that none fills', () => {
    expect(plugins.ports?.(['JobStore', 'RateLimiter'])).toBe(
      'Add plugins to "plugins" in docent.config.ts (store-sqlite for JobStore, store-sqlite (sqliteLimiter) for RateLimiter), or leave "plugins" out to use the defaults.',
    )
  })

  test('names the plugin where the configuration lists plugins', () => {
    expect(plugins.gitHost?.('https://github.com/acme/docs')).toContain('github() of @docent/git-github')
    expect(plugins.modelProvider?.('anthropic')).toContain('anthropic() of @docent/model-ai-sdk')
  })
})
