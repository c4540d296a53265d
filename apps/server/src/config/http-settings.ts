/** How the server speaks HTTP, resolved to complete values. */
export interface HttpSettings {
  port: number
  host: string
  /** Proxies in front of the server whose `X-Forwarded-For` is believed. */
  trustedProxies: number
  maxBodyBytes: number
  /** Silence on a stream after which a keep-alive is written, ms. */
  keepAliveMs: number
  /** How long running streams and jobs may take to end when the server stops, ms. */
  drainMs: number
  /** When the deprecated operations will be removed. */
  sunset: Date | undefined
}
