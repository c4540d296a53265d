export { GithubChannel } from './github-channel.ts'
export { GithubChannelOptions, type GithubChannelSettings, resolveSettings } from './options.ts'
export { githubChannel } from './plugin.ts'
