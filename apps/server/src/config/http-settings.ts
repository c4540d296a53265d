import type { HandlerSettings } from '@docent/http/settings'

/** How the server speaks HTTP, resolved to complete values. */
export interface HttpSettings extends HandlerSettings {
  port: number
  /** Hosts whose images pages show; `*.` before a name stands for any names. */
  imageHosts: readonly string[]
  /** HTTPS with the certificate of these files, or with one that is made at each start; false for HTTP. */
  https: boolean | { cert: string; key: string; passphrase?: string }
  /** Whether another free port is taken when the one that is set is in use. */
  development: boolean
  /** Time for the headers of a request, and for all of it, ms. */
  headersTimeoutMs: number
  requestTimeoutMs: number
  /** How long running streams and jobs may take to end when the server stops, ms. */
  drainMs: number
}
