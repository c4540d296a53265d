import type { PluginManifest } from '@docent/core/plugin'

export const manifest: PluginManifest = {
  usedWith: ['DISCORD_BOT_TOKEN'],
  credentials: [{ name: 'DISCORD_BOT_TOKEN', about: 'Discord: bot token', channel: 'discord' }],
}
