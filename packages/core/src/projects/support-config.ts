import { z } from 'zod'

/** How readers reach a person: `support` of a project. */
export const SupportConfig = z
  .strictObject({
    url: z
      .string()
      .max(2_000)
      .regex(/^https:\/\/[^\s{}]+/, 'must begin with https:// and the name of a host')
      .optional()
      .describe(
        'Address of a form or help desk. Docent replaces `{question}` and `{transcript}` in it with what was said.',
      ),
    email: z.email().max(300).optional().describe('Address for an email with the transcript.'),
    webhook: z
      .boolean()
      .optional()
      .describe(
        'Sends the transcript to the endpoints in `webhooks` whose `events` include `conversation.escalated`. Default: `false`.',
      ),
  })
  .optional()
  .describe('How readers who get no answer, or ask for a person, reach one. Default: not at all.')
