import { definePlugin } from '@docent/core/plugin'
import { DiscordChannel } from './discord-channel.ts'
import { manifest } from './manifest.ts'
import { DiscordChannelOptions, resolveSettings } from './options.ts'

/**
 * Answers in forums, threads, and channels of Discord servers.
 *
 * @example
 * export default defineConfig({ plugins: [discordChannel()] }) // with DISCORD_BOT_TOKEN
 */
export const discordChannel = definePlugin({
  name: 'channel-discord',
  manifest,
  options: DiscordChannelOptions,
  setup: (options, host) =>
    host.addChannel(new DiscordChannel(resolveSettings(options, host.env), { clock: host.clock })),
})
