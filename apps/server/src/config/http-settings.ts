/** How the server speaks HTTP, resolved to complete values. */
export interface HttpSettings {
  port: number
  /** More names under which pages and the dashboard are shown. */
  hosts: readonly string[]
  /** Hosts whose images pages show; `*.` before a name stands for any names. */
  imageHosts: readonly string[]
  /** HTTPS with the certificate of these files, or with one that is made at each start; false for HTTP. */
  https: boolean | { cert: string; key: string; passphrase?: string }
  /** Whether another free port is taken when the one that is set is in use. */
  development: boolean
  host: string
  /** Where people reach the server, as the operator configured it, without a trailing slash. */
  publicUrl: string | undefined
  /** Where pages are shown, and nothing of the dashboard is answered, without a trailing slash. */
  siteOrigin: string | undefined
  /** Proxies in front of the server whose `X-Forwarded-For` is believed. */
  trustedProxies: number
  maxBodyBytes: number
  /** Time for the headers of a request, and for all of it, ms. */
  headersTimeoutMs: number
  requestTimeoutMs: number
  /** Silence on a stream after which a keep-alive is written, ms. */
  keepAliveMs: number
  /** Time after which a client that reads nothing is cut off, ms. */
  stalledReaderMs: number
  /** What all streams may hold in memory before some are cut off, bytes. */
  maxStreamBytes: number
  /** How long running streams and jobs may take to end when the server stops, ms. */
  drainMs: number
  /** When the deprecated operations will be removed. */
  sunset: Date | undefined
}
