import { DocentError } from '@docent/core/plugin'
import { gitHostHttpOptions, givenVariable } from '@docent/git-host'
import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. What is left out is read from the environment. */
export const DiscordChannelOptions = z.strictObject({
  name: z
    .string()
    .min(1)
    .default('discord')
    .describe('Name that projects use for this channel. Default: `discord`.'),
  token: z.string().min(1).optional().describe('Token of the bot. Default: DISCORD_BOT_TOKEN.'),
  maintainers: z
    .array(z.string().min(1))
    .default([])
    .describe('IDs of the people who answer for the project. Default: nobody.'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .default('https://discord.com/api/v10')
    .describe('Address of the API. Default: https://discord.com/api/v10.'),
  ...gitHostHttpOptions,
})
export type DiscordChannelOptions = z.output<typeof DiscordChannelOptions>

/** Options with everything decided. */
export type DiscordChannelSettings = Omit<DiscordChannelOptions, 'token'> & { token: string }

/** @throws DocentError `configuration` without a token. */
export function resolveSettings(
  { token, baseUrl, ...rest }: DiscordChannelOptions,
  env: Readonly<Record<string, string | undefined>>,
): DiscordChannelSettings {
  const own = token ?? givenVariable(env.DISCORD_BOT_TOKEN)
  if (own === undefined)
    throw new DocentError('configuration', 'channel-discord needs the token of a bot. Set DISCORD_BOT_TOKEN.')
  return { ...rest, token: own, baseUrl: baseUrl.replace(/(?<!\/)\/+$/, '') }
}
