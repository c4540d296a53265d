import { z } from 'zod'

/** Who checks the claims of answers: `assistant.claims` of a project. */
export const ClaimsConfig = z
  .strictObject({
    by: z
      .enum(['model', 'checker'])
      .describe(
        '`model`: the model of the assistant judges, in one more call an answer. `checker`: the plugin that fills the port ClaimChecker.',
      ),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('From 0 to 1: a sentence below it counts as not supported.'),
  })
  .optional()
  .describe('Checks after each answer whether what it cites supports its sentences. Default: nobody does.')
