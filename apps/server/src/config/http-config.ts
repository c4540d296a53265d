import { z } from 'zod'

/** How the server speaks HTTP, as written in docent.config.ts. */
export const HttpConfig = z.strictObject({
  port: z.int().min(0).max(65_535).default(3_000).describe('Port. `PORT` in the environment wins.'),
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on. `HOST` in the environment wins.'),
  publicUrl: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://docent.acme.com' })
    .optional()
    .describe(
      'Where people reach the server, such as `https://docent.acme.com`: begins every link and decides about cookies. `DOCENT_URL` in the environment wins. Default: the address it listens on.',
    ),
  siteOrigin: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://pages.acme.com' })
    .optional()
    .describe(
      'Where the pages under `/site` are shown, such as `https://pages.acme.com`: another host that leads to this server, so that the cookies of the dashboard never reach pages. `DOCENT_SITE_ORIGIN` in the environment wins. Default: the address of the server.',
    ),
  https: z
    .union([
      z.boolean(),
      z.strictObject({
        cert: z.string().min(1).describe('Path of the certificate, PEM.'),
        key: z.string().min(1).describe('Path of its private key, PEM.'),
        passphrase: z.string().optional().describe('Passphrase of the private key.'),
      }),
    ])
    .default(false)
    .describe('HTTPS: `true` for a certificate that is made at each start, or the files of your own.'),
  trustedProxies: z
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'Proxies in front of the server whose `X-Forwarded-For` is believed. `DOCENT_TRUSTED_PROXIES` in the environment wins.',
    ),
  maxBodyBytes: z
    .int()
    .min(1_024)
    .max(16 * 1024 * 1024)
    .default(1024 * 1024)
    .describe('Largest body of a request. The default is 1 MiB.'),
  headersTimeoutMs: z
    .int()
    .min(500)
    .max(600_000)
    .default(20_000)
    .describe('How long a client may take to send the headers of a request, ms.'),
  requestTimeoutMs: z
    .int()
    .min(500)
    .max(3_600_000)
    .default(60_000)
    .describe('How long a client may take to send a whole request, ms. Then the reply is 408.'),
  keepAliveMs: z
    .int()
    .min(1_000)
    .max(120_000)
    .default(15_000)
    .describe('Silence on a stream after which a keep-alive is written, ms.'),
  stalledReaderMs: z
    .int()
    .min(1_000)
    .max(600_000)
    .default(30_000)
    .describe('Time after which a client that reads nothing is cut off, ms.'),
  maxStreamBytes: z
    .int()
    .min(1024 * 1024)
    .max(64 * 1024 * 1024 * 1024)
    .default(128 * 1024 * 1024)
    .describe(
      'Most memory of all streams together, bytes. Above it, clients that have fallen behind are cut off, the longest first, then the streams that hold most. The default is 128 MiB.',
    ),
  drainMs: z
    .int()
    .min(0)
    .max(600_000)
    .default(10_000)
    .describe(
      'How long running streams and jobs may take to end when the server stops, ms. `DOCENT_DRAIN_SECONDS` in the environment wins.',
    ),
  sunset: z.iso
    .date()
    .optional()
    .describe('Day on which the deprecated operations will be removed, such as `2027-01-31`.'),
})

export type HttpConfig = z.output<typeof HttpConfig>
