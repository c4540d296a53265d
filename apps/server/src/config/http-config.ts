import { z } from 'zod'

/** How the server speaks HTTP, as written in docent.config.ts. */
export const HttpConfig = z.strictObject({
  port: z
    .int()
    .min(0)
    .max(65_535)
    .default(3_000)
    .describe('The port to listen on. The variable `PORT` and the option `--port` take precedence.'),
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('The address to listen on. The variable `HOST` takes precedence.'),
  publicUrl: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://docent.acme.com' })
    .optional()
    .describe(
      'The public address of the server, such as `https://docent.acme.com`, for links and cookies. The variable `DOCENT_URL` takes precedence. Default: the address it listens on.',
    ),
  siteOrigin: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://pages.acme.com' })
    .optional()
    .describe(
      'A separate host for the pages at `/site`, such as `https://pages.acme.com`, so that pages never get the cookies of the dashboard. The variable `DOCENT_SITE_ORIGIN` takes precedence. Default: the address of the server.',
    ),
  hosts: z
    .array(z.string().regex(/^[\w.:[\]-]+$/, 'must be a host name such as docs.lan'))
    .default([])
    .describe(
      'More names under which the server shows pages and the dashboard, such as `docs.lan`. It always answers to the names in `publicUrl` and `siteOrigin`, to `localhost`, and to IP addresses. The variable `DOCENT_HOSTS` (names separated by commas) takes precedence.',
    ),
  imageHosts: z
    .array(
      z.string().regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be a host name such as img.acme.com'),
    )
    .default([])
    .describe(
      'Hosts whose images pages show, such as `raw.githubusercontent.com` or `*.acme.com`. The browsers of readers request them over HTTPS. Images of all other hosts are links.',
    ),
  https: z
    .union([
      z.boolean(),
      z.strictObject({
        cert: z.string().min(1).describe('Path of the certificate, in PEM format.'),
        key: z.string().min(1).describe('Path of the private key, in PEM format.'),
        passphrase: z.string().optional().describe('Passphrase of the private key.'),
      }),
    ])
    .default(false)
    .describe(
      'Turns on HTTPS. `true` creates a certificate at each start. To use your own certificate, set its files.',
    ),
  trustedProxies: z
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'Number of proxies in front of the server that add an address to `X-Forwarded-For`. `DOCENT_TRUSTED_PROXIES` in the environment takes precedence.',
    ),
  maxBodyBytes: z
    .int()
    .min(1_024)
    .max(16 * 1024 * 1024)
    .default(1024 * 1024)
    .describe('Largest request body, bytes. The default is 1 MiB.'),
  headersTimeoutMs: z
    .int()
    .min(500)
    .max(600_000)
    .default(20_000)
    .describe('How long a client can take to send the headers of a request, ms.'),
  requestTimeoutMs: z
    .int()
    .min(500)
    .max(3_600_000)
    .default(60_000)
    .describe('How long a client can take to send a whole request, ms. After that, the reply is 408.'),
  keepAliveMs: z
    .int()
    .min(1_000)
    .max(120_000)
    .default(15_000)
    .describe('How long a stream can be silent before Docent sends a keep-alive, ms.'),
  stalledReaderMs: z
    .int()
    .min(1_000)
    .max(600_000)
    .default(30_000)
    .describe('How long a client can read nothing before Docent closes the connection, ms.'),
  maxStreamBytes: z
    .int()
    .min(1024 * 1024)
    .max(64 * 1024 * 1024 * 1024)
    .default(128 * 1024 * 1024)
    .describe(
      'Most memory for all streams together, bytes. Above it, Docent closes the connections of clients that have fallen behind, starting with the ones furthest behind, and then the streams that use the most memory. The default is 128 MiB.',
    ),
  drainMs: z
    .int()
    .min(0)
    .max(600_000)
    .default(10_000)
    .describe(
      'How long running streams and jobs can take to end when the server stops, ms. `DOCENT_DRAIN_SECONDS` in the environment takes precedence.',
    ),
  sunset: z.iso
    .date()
    .optional()
    .describe(
      'Date when you will remove the deprecated operations, such as `2027-01-31`. Docent sends it in the header `Sunset`.',
    ),
})

export type HttpConfig = z.output<typeof HttpConfig>
