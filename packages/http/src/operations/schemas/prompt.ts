import { z } from 'zod'

/** Longest instruction, in characters. */
export const MAX_PROMPT = 100_000

/** Body of "create job" and of "follow-up message". Unknown fields are ignored. */
export const PromptBody = z.object({
  prompt: z
    .string()
    .max(MAX_PROMPT)
    .refine((text) => text.trim() !== '', { error: 'must have at least one character that is not a space' })
    .describe('The instruction for the agent, in plain words.')
    .meta({ examples: ['Set the title of index.mdx to "Welcome".'] }),
})
