import { definePlugin } from '@docent/core/plugin'
import { GithubChannel } from './github-channel.ts'
import { manifest } from './manifest.ts'
import { GithubChannelOptions, resolveSettings } from './options.ts'

/**
 * Answers in the discussions and issues of repositories.
 *
 * @example
 * export default defineConfig({ plugins: [githubChannel()] }) // with GITHUB_CHANNEL_APP_ID and its key and secret
 */
export const githubChannel = definePlugin({
  name: 'channel-github',
  manifest,
  options: GithubChannelOptions,
  setup: (options, host) =>
    host.addChannel(new GithubChannel(resolveSettings(options, host.env), { clock: host.clock })),
})
