import { type EndpointDraft, WEBHOOK_TYPES } from '@docent/core'
import { defined, projectId } from '@docent/core/plugin'
import { z } from 'zod'

const events = z
  .array(z.enum(WEBHOOK_TYPES))
  .min(1)
  .max(WEBHOOK_TYPES.length)
  .describe(
    'Only these events. Only an endpoint that lists `conversation.escalated` receives it. Default: all events of jobs.',
  )
const projectIds = z
  .array(z.string().min(1).max(63))
  .min(1)
  .max(100)
  .describe('Only these projects. Default: all.')
const url = z
  .string()
  .max(2_000)
  .describe('The address that Docent sends events to: https, and not of a private network.')
  .meta({ examples: ['https://hooks.example.com/docent'] })

export const NewEndpoint = z.strictObject({
  url,
  events: events.optional(),
  projectIds: projectIds.optional(),
})

export const ChangedEndpoint = z.strictObject({
  url: url.optional(),
  events: events.nullable().optional().describe('Null: all events of jobs.'),
  projectIds: projectIds.nullable().optional().describe('Null: all projects.'),
})

export function draftOf(body: z.output<typeof NewEndpoint>): EndpointDraft {
  return {
    url: body.url,
    ...defined({ events: body.events, projectIds: body.projectIds?.map(projectId) }),
  }
}
