import type { ServerResponse } from 'node:http'
import type { KeyRecord } from '@docent/core'

const EXPOSED = 'X-Thread-Id, X-Thread-Key, Retry-After, RateLimit, RateLimit-Policy'

/** Browsers may read replies of /discovery from any origin; the key decides whether there is anything to read. */
export function allowAnyOrigin(res: ServerResponse): void {
  res.setHeader('Access-Control-Allow-Origin', '*')
  res.setHeader('Access-Control-Expose-Headers', EXPOSED)
}

/** A key that lists origins answers to the one that asked, and caches must tell them apart. */
export function allowOriginOf(res: ServerResponse, key: KeyRecord, origin: string | undefined): void {
  if (key.allowedOrigins.length === 0 || origin === undefined) return
  res.setHeader('Access-Control-Allow-Origin', origin)
  res.setHeader('Vary', 'Origin')
}

/** A preflight carries no key, so it answers for any origin. */
export function writePreflight(res: ServerResponse, methods: readonly string[]): void {
  res.writeHead(204, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Accept',
    'Access-Control-Max-Age': '86400',
  })
  res.end()
}
