import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const MemoryLimiterOptions = z.strictObject({
  maxCounters: z
    .int()
    .min(1)
    .max(10_000_000)
    .default(200_000)
    .describe(
      'Keys that are counted one by one in each window; keys beyond that share 65,536 counters and may be refused early. About 170 bytes a key.',
    ),
})
