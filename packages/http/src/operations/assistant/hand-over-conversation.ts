import { HandOver } from '@docent/core'
import { defined, json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { OwnAnswer, ownAnswer } from '../schemas/own-answer.ts'

export const handOverConversation = defineOperation({
  id: 'handOverConversation',
  summary: 'Hand a conversation over to a person',
  description:
    'Returns links to the support of the project with the transcript in them. If `send` is true and `support.webhook` is set, also sends `conversation.escalated`. If the project has no `support`, the reply is 404.',
  tag: 'Assistant',
  key: 'assistant',
  limit: 'feedback',
  body: OwnAnswer.omit({ messageId: true }).extend({
    send: z
      .boolean()
      .default(false)
      .describe('The reader wants Docent to send the transcript to the webhook endpoints.'),
    contact: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .nullish()
      .describe('How to reach the reader, such as an email address. Docent sends it with the transcript.'),
  }),
  reply: {
    status: 200,
    description: 'How the reader reaches a person.',
    content: {
      'application/json': z.object({
        url: z.string().nullable().describe('Address of the form or help desk. Null: none.'),
        email: z.string().nullable().describe('A `mailto:` link. Null: none.'),
        canSend: z.boolean().describe('Whether the project has `support.webhook`.'),
        sent: z.boolean().describe('Whether Docent sent the transcript to the webhook endpoints.'),
        transcript: z.string().describe('The questions and answers in Markdown.'),
      }),
    },
  },
  async handle({ body, project, services, signal }) {
    const handOver = services.docent.resolve(HandOver)
    const { send, contact, ...thread } = body
    const asked = { project, send, ...defined({ contact: contact ?? undefined }) }
    const own = ownAnswer({ ...thread, messageId: null })
    const { url = null, email = null, ...rest } = await handOver.handOver({ ...asked, ...own }, { signal })
    return json({ url, email, ...rest })
  },
})
