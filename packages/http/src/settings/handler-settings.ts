/** How requests are read and answered. */
export interface HandlerSettings {
  /** The name that the server listens on, and more names under which pages and the dashboard are shown. */
  host: string
  hosts: readonly string[]
  /** Where people reach the server, as the operator configured it, without a trailing slash. */
  publicUrl: string | undefined
  /** Where pages are shown, and nothing of the dashboard is answered, without a trailing slash. */
  siteOrigin: string | undefined
  /** Proxies in front of the server whose `X-Forwarded-For` is believed. */
  trustedProxies: number
  maxBodyBytes: number
  /** Silence on a stream after which a keep-alive is written, ms. */
  keepAliveMs: number
  /** Time after which a client that reads nothing is cut off, ms. */
  stalledReaderMs: number
  /** What all streams may hold in memory before some are cut off, bytes. */
  maxStreamBytes: number
  /** When the deprecated operations will be removed. */
  sunset: Date | undefined
}

/** What a handler does unless it is told otherwise: the defaults of the server. */
export const DEFAULT_SETTINGS: HandlerSettings = {
  host: '127.0.0.1',
  hosts: [],
  publicUrl: undefined,
  siteOrigin: undefined,
  trustedProxies: 0,
  maxBodyBytes: 1024 * 1024,
  keepAliveMs: 15_000,
  stalledReaderMs: 30_000,
  maxStreamBytes: 128 * 1024 * 1024,
  sunset: undefined,
}
