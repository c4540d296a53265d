import { z } from 'zod'

/** Who checks the claims of answers: `assistant.claims` of a project. */
export const ClaimsConfig = z
  .strictObject({
    by: z
      .enum(['model', 'checker'])
      .describe(
        '`model`: the model of the assistant, with one more call per answer. `checker`: the plugin for the port ClaimChecker.',
      ),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('From 0 to 1. A sentence below it counts as not supported.'),
  })
  .optional()
  .describe('Checks after each answer whether the cited passages support its sentences. Default: no check.')
