import type { PluginManifest } from '@docent/core/plugin'

export const manifest: PluginManifest = {
  usedWith: ['GITEA_URL'],
  credentials: [
    { name: 'GITEA_URL', about: 'Gitea or Forgejo: address', key: 'GITEA_TOKEN' },
    { name: 'GITEA_TOKEN', about: 'Gitea or Forgejo: access token' },
  ],
  gitHosts: [
    {
      name: 'gitea',
      label: 'Gitea or Forgejo',
      add: 'gitea() of @docent/git-gitea',
      elsewhere: 'a Gitea or Forgejo',
      recognizes: ({ hostname }) => hostname === 'codeberg.org' || /(^|\.)(gitea|forgejo)\./.test(hostname),
      variables: ({ origin }) => [
        { name: 'GITEA_URL', meaning: 'Address of Gitea or Forgejo', value: origin },
        { name: 'GITEA_TOKEN', meaning: 'Token of the git host' },
      ],
    },
  ],
}
