import { z } from 'zod'

const count = (most: number) => z.int().min(0).max(most)

/** Where a project answers: `channels` of a project. */
export const ChannelsConfig = z
  .array(
    z.strictObject({
      channel: z.string().min(1).max(64).describe('Name of the channel, such as `github` or `slack`.'),
      place: z
        .string()
        .min(1)
        .max(300)
        .regex(/^[^/\s]+(?:\/[^/\s]+)*$/, 'must be names with "/" between them')
        .describe(
          'A place of the channel and everything below it: `acme/docs` or `acme/docs/discussions/q-a` on GitHub, `TEAM/CHANNEL` on Slack, `SERVER/CHANNEL` on Discord.',
        ),
      mode: z
        .enum(['mention', 'posts'])
        .default('mention')
        .describe(
          '`mention` answers when somebody mentions Docent. `posts` also answers every new post. Docent never answers old posts. Default: `mention`.',
        ),
      groups: z
        .array(z.string().trim().min(1).max(100))
        .max(20)
        .optional()
        .describe(
          'Groups whose pages everyone in exactly this place may read. Docent ignores them in places below it, and where people from outside can read. Default: only pages without groups.',
        ),
      answersPerThread: count(1_000).default(5).describe('Answers in one thread. Default: 5.'),
      answersPerUserPerDay: count(10_000).default(20).describe('Answers to one person per day. Default: 20.'),
      answersPerDay: count(100_000).default(200).describe('Answers in this place per day. Default: 200.'),
      usdPerDay: z
        .number()
        .positive()
        .max(100_000)
        .optional()
        .describe(
          'Cost of answers in this place per day (UTC) in US dollars, if Docent knows the price of the model. Default: none.',
        ),
      waitMs: z
        .int()
        .min(0)
        .max(600_000)
        .default(5_000)
        .describe(
          'Wait for further messages before an answer, so that quick messages get one answer, ms. Default: 5000.',
        ),
      silentTags: z
        .array(z.string().trim().min(1).max(100))
        .max(50)
        .default([])
        .describe('Labels or tags of threads in which Docent stays silent. Default: none.'),
      person: z
        .strictObject({
          tag: z
            .string()
            .trim()
            .min(1)
            .max(100)
            .optional()
            .describe('Label or tag for the thread. It must exist.'),
          notify: z
            .string()
            .trim()
            .min(1)
            .max(100)
            .optional()
            .describe(
              'The person or team that Docent notifies, in the notation of the channel: `@acme/docs-team`, `<!subteam^S123>`, or `<@&456>`.',
            ),
        })
        .optional()
        .describe(
          'How Docent calls a person when a reader asks for one or an answer fails. Default: not at all.',
        ),
    }),
  )
  .max(100)
  .refine((all) => new Set(all.map(({ channel, place }) => `${channel} ${place}`)).size === all.length, {
    error: 'must have each place once',
  })
  .optional()
  .describe('Where people ask and Docent answers, beside the site. Default: nowhere.')
