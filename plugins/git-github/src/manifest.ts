import type { PluginManifest } from '@docent/core/plugin'

export const manifest: PluginManifest = {
  usedWith: ['GITHUB_TOKEN', 'GITHUB_APP_ID'],
  credentials: [{ name: 'GITHUB_TOKEN', about: 'GitHub: access token' }],
  gitHosts: [
    {
      name: 'github',
      label: 'GitHub',
      add: 'github() of @docent/git-github',
      elsewhere: 'a GitHub Enterprise',
      recognizes: ({ hostname }) => /(^|\.)github\./.test(hostname),
      variables: ({ origin, hostname }) => [
        ...(hostname === 'github.com'
          ? []
          : [{ name: 'GITHUB_API_URL', meaning: 'API of GitHub Enterprise', value: `${origin}/api/v3` }]),
        { name: 'GITHUB_TOKEN', meaning: 'Token of the git host' },
      ],
    },
  ],
}
