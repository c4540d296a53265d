import { DocentError, defined } from '@docent/core/plugin'
import { gitHostHttpOptions, givenVariable } from '@docent/git-host'
import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. What is left out is read from the environment. */
export const SlackChannelOptions = z.strictObject({
  name: z
    .string()
    .min(1)
    .default('slack')
    .describe('Name that projects use for this channel. Default: `slack`.'),
  token: z.string().min(1).optional().describe('Bot token of the app. Default: SLACK_BOT_TOKEN.'),
  signingSecret: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Secret that signs deliveries. Default: SLACK_SIGNING_SECRET. Without it, Docent refuses them.',
    ),
  maintainers: z
    .array(z.string().min(1))
    .default([])
    .describe('IDs of the people who answer for the project, such as `U012AB3CD`. Default: nobody.'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .default('https://slack.com/api')
    .describe('Address of the Web API. Default: https://slack.com/api.'),
  ...gitHostHttpOptions,
})
export type SlackChannelOptions = z.output<typeof SlackChannelOptions>

/** Options with everything decided. */
export type SlackChannelSettings = Omit<SlackChannelOptions, 'token'> & { token: string }

/** @throws DocentError `configuration` without a token. */
export function resolveSettings(
  { token, signingSecret, baseUrl, ...rest }: SlackChannelOptions,
  env: Readonly<Record<string, string | undefined>>,
): SlackChannelSettings {
  const own = token ?? givenVariable(env.SLACK_BOT_TOKEN)
  if (own === undefined)
    throw new DocentError('configuration', 'channel-slack needs a bot token. Set SLACK_BOT_TOKEN.')
  return {
    ...rest,
    token: own,
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    ...defined({ signingSecret: signingSecret ?? givenVariable(env.SLACK_SIGNING_SECRET) }),
  }
}
