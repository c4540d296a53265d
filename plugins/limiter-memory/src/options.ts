import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const MemoryLimiterOptions = z.strictObject({
  maxCounters: z
    .int()
    .min(1)
    .max(10_000_000)
    .default(200_000)
    .describe(
      'Number of keys with their own counter in each window, about 170 bytes each. Additional keys share 65,536 counters, and might be refused early.',
    ),
})
