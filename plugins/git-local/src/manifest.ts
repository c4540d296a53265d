import type { PluginManifest } from '@docent/core/plugin'

export const manifest: PluginManifest = {
  gitHosts: [
    {
      name: 'local',
      label: 'A repository on this machine',
      add: 'gitLocal() of @docent/git-local',
      recognizes: ({ protocol }) => protocol === 'file:',
      variables: () => [],
    },
  ],
}
