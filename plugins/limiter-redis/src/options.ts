import { z } from 'zod'

const url = z.string().regex(/^rediss?:\/\/[^/\s]+/, 'must be an address like redis://host:6379')

/** Options of the plugin, as written in docent.config.ts. */
export const RedisLimiterOptions = z.strictObject({
  url: url
    .optional()
    .describe(
      'Address of Redis, with user and password if needed. Use rediss:// for TLS. Default: REDIS_URL, or redis://127.0.0.1:6379.',
    ),
  cluster: z
    .array(url)
    .min(1)
    .optional()
    .describe('Addresses of some nodes of a Redis Cluster, instead of `url`. Docent finds the other nodes.'),
  prefix: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^{}\s]*$/, 'must be without braces and spaces')
    .default('docent')
    .describe(
      'Prefix of the keys. Servers with the same prefix share their limits. In a cluster, all keys of a prefix are on one node.',
    ),
  timeoutMs: z
    .int()
    .min(1)
    .max(10_000)
    .default(50)
    .describe('How long a request waits for Redis, ms, 1 to 10,000. At most three requests wait that long.'),
})
export type RedisLimiterOptions = z.output<typeof RedisLimiterOptions>
