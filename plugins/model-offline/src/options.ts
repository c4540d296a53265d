import { z } from 'zod'

export const OfflineOptions = z.strictObject({
  deltaDelayMs: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(0)
    .describe(
      'Pause before each piece of an answer, in milliseconds, so that it reads like a model writing.',
    ),
})
