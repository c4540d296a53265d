import { ChannelPeople, forgetVisitor as forget } from '@docent/core'
import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'

export const forgetVisitor = defineOperation({
  id: 'forgetVisitor',
  summary: 'Delete the data of one visitor',
  description:
    "Deletes the visitor's questions, answers, searches, and feedback on answers and pages. Docent refuses `anonymous`, because many visitors share it.",
  tag: 'Analytics',
  key: 'admin',
  scope: 'write',
  query: z.object({
    channel: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe(
        'Name of a channel, such as `slack`. Then `fp` is the ID of a person there, which Docent never stores.',
      ),
  }),
  reply: {
    status: 200,
    description: 'The number of deleted conversations, which can be 0.',
    content: { 'application/json': z.object({ deleted: z.int() }) },
  },
  async handle({ params: { fp = '' }, query: { channel }, project, services, signal }) {
    const people = services.docent.resolve(ChannelPeople)
    const hashes = channel === undefined ? [fp] : people.hashes(channel, fp)
    let deleted = 0
    for (const each of hashes) deleted += (await forget(services, project, each, { signal })).deleted
    return json({ deleted })
  },
})
