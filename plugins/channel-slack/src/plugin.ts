import { definePlugin } from '@docent/core/plugin'
import { manifest } from './manifest.ts'
import { resolveSettings, SlackChannelOptions } from './options.ts'
import { SlackChannel } from './slack-channel.ts'

/**
 * Answers in channels, threads, and direct messages of a Slack workspace.
 *
 * @example
 * export default defineConfig({ plugins: [slackChannel()] }) // with SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET
 */
export const slackChannel = definePlugin({
  name: 'channel-slack',
  manifest,
  options: SlackChannelOptions,
  setup: (options, host) =>
    host.addChannel(new SlackChannel(resolveSettings(options, host.env), { clock: host.clock })),
})
