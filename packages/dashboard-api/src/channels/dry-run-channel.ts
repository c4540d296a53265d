import { DryRunChannel } from '@docent/core'
import { defined, json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'

export const dryRunChannel = defineApiOperation({
  id: 'dryRunChannel',
  summary: 'Answer the latest posts of a place without posting',
  description:
    'Shows what Docent would have answered, and why it would have been silent. It calls the model for each post, and costs as much as real answers.',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'channel.dry-run',
  body: z.object({
    channel: z
      .string()
      .min(1)
      .max(64)
      .describe('Name of the channel.')
      .meta({ examples: ['github'] }),
    place: z
      .string()
      .min(1)
      .max(300)
      .describe(
        'A place of the channel. Where several organizations share the server, one in which the project answers.',
      )
      .meta({ examples: ['acme/docs'] }),
    groups: z
      .array(z.string().trim().min(1).max(100))
      .max(20)
      .optional()
      .describe('Groups whose pages the answers may use. Default: those of the place.'),
    limit: z.int().min(1).max(20).default(20).describe('Number of posts.'),
  }),
  reply: {
    status: 200,
    description: 'The posts, newest first.',
    content: {
      'application/json': z.object({
        posts: z.array(
          z.object({
            question: z.string(),
            url: z.string().nullable(),
            answer: z
              .string()
              .nullable()
              .describe('The post as it would look. Null: Docent would be silent.'),
            silence: z.string().nullable().describe('Why Docent would be silent.'),
          }),
        ),
      }),
    },
  },
  async handle({ body, project, services, signal, note }) {
    note.about(project.id, { channel: body.channel, place: body.place })
    const run = services.docent.resolve(DryRunChannel)
    return json({ posts: await run.run({ project, ...defined(body) }, signal) })
  },
})
