export { SlackChannelOptions, type SlackChannelSettings } from './options.ts'
export { slackChannel } from './plugin.ts'
export { SlackChannel } from './slack-channel.ts'
