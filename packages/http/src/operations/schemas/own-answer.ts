import { z } from 'zod'

/** An answer of the caller's own: who could continue its thread knows all of this. */
export const OwnAnswer = z.object({
  fp: z
    .string()
    .min(1)
    .max(200)
    .describe('The fingerprint that the question was asked with.')
    .meta({ examples: ['anonymous'] }),
  threadId: z
    .string()
    .min(1)
    .max(200)
    .describe('The thread of the answer.')
    .meta({ examples: ['<threadId>'] }),
  threadKey: z.string().max(200).nullish().describe('Key of the thread, where the project requires one.'),
  messageId: z
    .string()
    .min(1)
    .max(200)
    .nullish()
    .describe(
      'Id of the answer, as the stream gave it (`messageId` of `start`, v1 `f:`). Default: the newest answer.',
    ),
})

/** What names the answer, without what was not sent. */
export function ownAnswer({ fp, threadId, threadKey, messageId }: z.output<typeof OwnAnswer>) {
  return {
    fp,
    threadId,
    ...(typeof threadKey === 'string' ? { threadKey } : {}),
    ...(typeof messageId === 'string' ? { messageId } : {}),
  }
}
