import type { PluginManifest } from '@docent/core/plugin'

export const manifest: PluginManifest = {
  usedWith: ['SLACK_BOT_TOKEN'],
  credentials: [
    { name: 'SLACK_BOT_TOKEN', about: 'Slack: bot token', channel: 'slack' },
    { name: 'SLACK_SIGNING_SECRET', about: 'Slack: signing secret', channel: 'slack' },
  ],
}
