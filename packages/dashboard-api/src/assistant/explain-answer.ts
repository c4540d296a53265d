import { ExplainAnswer } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation, questionOf } from '@docent/http'
import { z } from 'zod'
import { PlaygroundBody, projectOnTrial } from './playground-body.ts'
import { TRUSTED } from './trusted.ts'

export const explainAnswer = defineApiOperation({
  id: 'explainAnswer',
  summary: 'Get what an answer to a question is based on',
  description:
    "Returns the passages of the first search with their scores, and the prompt. It doesn't call the model.",
  tag: 'Dashboard',
  permission: 'view',
  audit: 'assistant.explain',
  body: PlaygroundBody,
  reply: {
    status: 200,
    description: 'The evidence.',
    content: {
      'application/json': z.object({
        model: z.string(),
        passages: z.array(
          z.object({
            number: z.int(),
            path: z.string(),
            url: z.string(),
            title: z.string(),
            headings: z.array(z.string()),
            content: z.string(),
            score: z.number(),
            reason: z.object({
              inHeadings: z.array(z.string()).describe('Words of the question in its title or headings.'),
              inText: z.array(z.string()).describe('Words of the question in its text alone.'),
            }),
          }),
        ),
        prompt: z.array(z.object({ role: z.string(), text: z.string() })),
      }),
    },
  },
  async handle(call) {
    const { body, rawBody, services, signal, note } = call
    // Nothing changes.
    note.skip()
    const question = questionOf({ body, rawBody, project: projectOnTrial(call), key: TRUSTED })
    return json(await services.docent.resolve(ExplainAnswer).explain(question, signal))
  },
})
