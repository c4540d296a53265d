import { z } from 'zod'
import type { ClaimFormat } from '../claim-format.ts'

const Reply = z.object({ message: z.object({ content: z.string() }) })
const YES = /^\W*yes\b/i
const NO = /^\W*no\b/i

/**
 * A checker behind Ollama: one pair a request, answered with Yes or No.
 *
 * @see https://ollama.com/library/bespoke-minicheck
 */
export const ollamaFormat: ClaimFormat = {
  path: '/api/chat',
  batch: 1,
  evidenceCharacters: 12_000,
  body: ([claim], { model }) => ({
    model,
    messages: [{ role: 'user', content: `Document: ${claim?.evidence ?? ''}\nClaim: ${claim?.text ?? ''}` }],
    stream: false,
    options: { temperature: 0, num_predict: 8 },
  }),
  supported(reply) {
    const { content } = Reply.parse(reply).message
    if (YES.test(content)) return [1]
    if (NO.test(content)) return [0]
    throw new Error('the model answers neither Yes nor No: it is not a checker of claims')
  },
}
