export { DiscordChannel } from './discord-channel.ts'
export { DiscordChannelOptions, type DiscordChannelSettings } from './options.ts'
export { discordChannel } from './plugin.ts'
