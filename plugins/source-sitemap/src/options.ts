import { z } from 'zod'

const MiB = 1_024 * 1_024

/** Options of the plugin, as written in docent.config.ts. */
export const SitemapOptions = z.strictObject({
  directory: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Absolute path of the folder for pages that Docent read. Default: `cache/source-sitemap` in the data directory.',
    ),
  refreshMinutes: z
    .number()
    .min(0)
    .max(525_600)
    .default(360)
    .describe(
      'Minutes until the server reads the site again. With 0, it does so at every `indexing.pollMinutes`.',
    ),
  recheckHours: z
    .number()
    .min(0)
    .default(24)
    .describe(
      'Hours to skip a page whose date in the sitemap is the same. With 0, Docent ignores these dates.',
    ),
  maxPages: z
    .int()
    .min(1)
    .max(100_000)
    .default(5_000)
    .describe('Most pages of one site. Docent skips and reports the others.'),
  maxPageBytes: z
    .int()
    .min(1)
    .max(64 * MiB)
    .default(2 * MiB)
    .describe('Largest page, bytes. Docent skips and reports larger pages.'),
  maxTotalBytes: z
    .int()
    .min(1)
    .default(512 * MiB)
    .describe('Most bytes that one crawl transfers. The remaining pages stay as they were.'),
  concurrency: z.int().min(1).max(16).default(4).describe('Most simultaneous requests.'),
  requestsPerSecond: z
    .number()
    .positive()
    .max(1_000)
    .default(5)
    .describe(
      'Most requests per second to one host. A longer `Crawl-delay` in its robots.txt takes precedence.',
    ),
  maxCrawlDelayMs: z
    .int()
    .min(0)
    .default(60_000)
    .describe('Longest `Crawl-delay` that Docent respects, milliseconds.'),
  timeoutMs: z.int().min(1).default(20_000).describe('Longest attempt of a request, milliseconds.'),
  attempts: z.int().min(1).max(10).default(3).describe('Attempts of one request, the first included.'),
  maxRetryAfterMs: z
    .int()
    .min(0)
    .default(60_000)
    .describe(
      'Longest `Retry-After` pause that Docent waits for, milliseconds. If a host asks for more, Docent skips it until the next crawl.',
    ),
  userAgent: z
    .string()
    .regex(
      /^[A-Za-z_-]+(?:\/[\x21-\x7e]+)?(?: [\x20-\x7e]*)?$/,
      'must begin with a name of letters, "-" or "_"',
    )
    .default('DocentBot/1.0')
    .describe('Name of the crawler. The first word is its name in robots.txt.'),
  origins: z
    .array(z.url({ protocol: /^https?$/, error: 'must be an http or https origin' }))
    .default([])
    .describe('Additional origins whose pages belong to the site, such as `https://www.example.com`.'),
  allowPrivateAddresses: z
    .boolean()
    .optional()
    .describe(
      'Allows sites in private networks and on this machine. Default: true if `DOCENT_CRAWL_PRIVATE` is `1`, otherwise false.',
    ),
})

export type SitemapOptions = z.input<typeof SitemapOptions>
/** Every option resolved. */
export type SitemapSettings = z.output<typeof SitemapOptions>
