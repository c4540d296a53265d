import type { PluginManifest } from '@docent/core/plugin'

export const manifest: PluginManifest = {
  usedWith: ['GITLAB_TOKEN'],
  credentials: [
    { name: 'GITLAB_TOKEN', about: 'GitLab: access token' },
    { name: 'GITLAB_URL', about: 'GitLab: address of your own server', key: 'GITLAB_TOKEN' },
  ],
  gitHosts: [
    {
      name: 'gitlab',
      label: 'GitLab',
      add: 'gitlab() of @docent/git-gitlab',
      elsewhere: 'a GitLab',
      recognizes: ({ hostname }) => /(^|\.)gitlab\./.test(hostname),
      variables: ({ origin, hostname }) => [
        ...(hostname === 'gitlab.com'
          ? []
          : [{ name: 'GITLAB_URL', meaning: 'Address of GitLab', value: origin }]),
        { name: 'GITLAB_TOKEN', meaning: 'Token of the git host' },
      ],
    },
  ],
}
