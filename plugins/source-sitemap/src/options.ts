import { z } from 'zod'

const MiB = 1_024 * 1_024

/** Options of the plugin, as written in docent.config.ts. */
export const SitemapOptions = z.strictObject({
  directory: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Absolute folder of the pages that were read. Default: `cache/source-sitemap` in the data directory.',
    ),
  refreshMinutes: z
    .number()
    .min(0)
    .max(525_600)
    .default(360)
    .describe(
      'How old pages may be before the server reads the site again by itself; 0 at every `indexing.pollMinutes`.',
    ),
  recheckHours: z
    .number()
    .min(0)
    .default(24)
    .describe(
      'A page whose date in the sitemap is the same is asked for again only after so long; 0 does not trust these dates.',
    ),
  maxPages: z
    .int()
    .min(1)
    .max(100_000)
    .default(5_000)
    .describe('Pages of one site; further ones are left out and told.'),
  maxPageBytes: z
    .int()
    .min(1)
    .max(64 * MiB)
    .default(2 * MiB)
    .describe('Larger pages are left out and told, bytes.'),
  maxTotalBytes: z
    .int()
    .min(1)
    .default(512 * MiB)
    .describe('Most that one crawl transfers, bytes; the rest is left as it was.'),
  concurrency: z.int().min(1).max(16).default(4).describe('Requests under way at once.'),
  requestsPerSecond: z
    .number()
    .positive()
    .max(1_000)
    .default(5)
    .describe('Requests to one host; a longer `Crawl-delay` of its robots.txt wins.'),
  maxCrawlDelayMs: z
    .int()
    .min(0)
    .default(60_000)
    .describe('A longer `Crawl-delay` counts as this much, milliseconds.'),
  timeoutMs: z.int().min(1).default(20_000).describe('Longest attempt of a request, milliseconds.'),
  attempts: z.int().min(1).max(10).default(3).describe('Attempts of one request, the first included.'),
  maxRetryAfterMs: z
    .int()
    .min(0)
    .default(60_000)
    .describe('A host that asks for a longer pause is left alone until the next crawl, milliseconds.'),
  userAgent: z
    .string()
    .regex(
      /^[A-Za-z_-]+(?:\/[\x21-\x7e]+)?(?: [\x20-\x7e]*)?$/,
      'must begin with a name of letters, "-" or "_"',
    )
    .default('DocentBot/1.0')
    .describe('How the crawler names itself; its first word is its name in robots.txt.'),
  origins: z
    .array(z.url({ protocol: /^https?$/, error: 'must be an http or https origin' }))
    .default([])
    .describe('Further origins whose pages count as those of a site, such as `https://www.example.com`.'),
  allowPrivateAddresses: z
    .boolean()
    .optional()
    .describe(
      'Reads sites of private networks and of this machine, too. Default: true when `DOCENT_CRAWL_PRIVATE` is `1`, else false.',
    ),
})

export type SitemapOptions = z.input<typeof SitemapOptions>
/** Every option resolved. */
export type SitemapSettings = z.output<typeof SitemapOptions>
