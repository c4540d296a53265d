import type { KeyRecord, Reply } from '@docent/core/plugin'
import type { PublicCall } from '../calls/operation.ts'

type HeaderTarget = Pick<PublicCall, 'setHeader'>

const EXPOSED =
  'X-Thread-Id, X-Thread-Key, X-Filter-Ignored, Retry-After, RateLimit, RateLimit-Policy, Spend, Spend-Policy, WWW-Authenticate'

/** `User-Agent` for AI SDK 5.0.0 to 5.0.43 and 6.0.0, which set it, so that Safari and Firefox ask for it. */
const ALLOWED = 'Authorization, Content-Type, Accept, User-Agent'

/** Browsers may read replies of /discovery from any origin; the key decides whether there is anything to read. */
export function allowAnyOrigin(call: HeaderTarget): void {
  call.setHeader('Access-Control-Allow-Origin', '*')
  call.setHeader('Access-Control-Expose-Headers', EXPOSED)
}

/** A key that lists origins answers to the one that asked, and caches must tell them apart. */
export function allowOriginOf(call: HeaderTarget, key: KeyRecord, origin: string | undefined): void {
  if (key.allowedOrigins.length === 0 || origin === undefined) return
  call.setHeader('Access-Control-Allow-Origin', origin)
  call.setHeader('Vary', 'Origin')
}

/** A preflight carries no key, so it answers for any origin. */
export function preflight(path: string, methods: readonly string[]): Reply & { kind: 'empty' } {
  return {
    kind: 'empty',
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': path.startsWith('/mcp/')
        ? `${ALLOWED}, Mcp-Protocol-Version, Mcp-Method, Mcp-Name`
        : ALLOWED,
      'Access-Control-Max-Age': '86400',
    },
  }
}
