import { ChannelPlaces, ChannelsConfig, SupportConfig } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'

export const getChannels = defineApiOperation({
  id: 'getChannels',
  summary: 'Get where a project answers, and how readers reach a person',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'The channels of the server, and what the project does in them.',
    content: {
      'application/json': z.object({
        channels: z
          .array(
            z.object({
              name: z.string(),
              label: z.string().describe('For people.'),
              webhook: z
                .string()
                .nullable()
                .describe('Path of the server that takes deliveries. Null: Docent asks for posts.'),
            }),
          )
          .describe('Channels that have their credentials.'),
        places: ChannelsConfig.unwrap().describe('Where the project answers.'),
        support: SupportConfig.unwrap().nullable().describe('How readers reach a person. Null: not at all.'),
        changedIn: z
          .enum(['dashboard', 'file'])
          .describe(
            'Where `places` can be changed. Where several organizations share the server, only docent.config.ts can.',
          ),
      }),
    },
  },
  async handle({ project, services, signal }) {
    const { docent } = services
    const places = docent.resolve(ChannelPlaces)
    const isFixed = project.origin === 'config' || (await places.isShared({ signal }))
    return json({
      channels: places.channels.map(({ name, label, capabilities }) => ({
        name,
        label,
        webhook: capabilities.deliversPosts ? `/webhooks/${name}` : null,
      })),
      places: project.channels ?? [],
      support: project.support ?? null,
      changedIn: isFixed ? ('file' as const) : ('dashboard' as const),
    })
  },
})
