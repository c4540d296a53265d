import type { PluginManifest } from '@docent/core/plugin'

export const manifest: PluginManifest = {
  usedWith: ['GITHUB_CHANNEL_TOKEN', 'GITHUB_CHANNEL_APP_ID'],
  credentials: [
    { name: 'GITHUB_CHANNEL_TOKEN', about: 'GitHub channel: access token', channel: 'github' },
    { name: 'GITHUB_CHANNEL_APP_ID', about: 'GitHub channel: ID of the app', channel: 'github' },
    {
      name: 'GITHUB_CHANNEL_PRIVATE_KEY',
      about: 'GitHub channel: private key of the app',
      channel: 'github',
    },
    { name: 'GITHUB_CHANNEL_WEBHOOK_SECRET', about: 'GitHub channel: webhook secret', channel: 'github' },
  ],
}
