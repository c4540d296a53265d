import { DocentError } from '@docent/core'
import { codeOf } from './map-error.ts'

/** Certificates that Node refuses: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_(?:HAS_EXPIRED|UNTRUSTED)|ALTNAME_INVALID/

/**
 * A failure to reach PostgreSQL, for the operator: with its address, what happened, and what to do. Other errors pass
 * unchanged.
 *
 * @param url the connection string; its user and password are left out
 */
export function explainOutage(error: unknown, url: string): unknown {
  const cause = DocentError.is(error) ? error.cause : error
  const reason = reasonOf(cause)
  if (reason === undefined) return error
  const { kind, text } = reason
  return new DocentError(kind, `PostgreSQL at ${addressOf(url)} ${text}`, {
    cause,
    isRetryable: kind === 'unavailable',
  })
}

function reasonOf(error: unknown): { kind: 'unavailable' | 'configuration'; text: string } | undefined {
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error) ?? ''
  const { message } = error
  switch (code) {
    case 'ECONNREFUSED':
      return away('refuses connections. Start it, or correct the host and port in DATABASE_URL.')
    case 'ENOENT':
      return away('has no socket there. Start it, or correct the path in DATABASE_URL.')
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return away('cannot be found. Correct the host name in DATABASE_URL, or check DNS.')
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return away('cannot be reached. Check the network between the two machines.')
  }
  if (code === 'ETIMEDOUT' || /^timeout|connection timeout|^Query read timeout/.test(message))
    return away(
      'does not respond. It hangs or is too busy, or a firewall drops the packets. Check its log and the network.',
    )
  if (/^57P|^08/.test(code) || /^Connection terminated/.test(message))
    return away('closed the connection. It is restarting, or it stopped. Check its log.')
  if (/does not support SSL/.test(message))
    return wrong('does not accept TLS. Set ssl = on there, or remove sslmode from DATABASE_URL.')
  if (UNTRUSTED.test(code))
    return wrong(
      `has a certificate that is not trusted (${code}). Renew it, or set NODE_EXTRA_CA_CERTS to the certificate of its authority.`,
    )
  return undefined
}

const away = (text: string) => ({ kind: 'unavailable', text }) as const
const wrong = (text: string) => ({ kind: 'configuration', text }) as const

function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'the address of DATABASE_URL'
  const { host, pathname } = new URL(url)
  const database = pathname.slice(1)
  return `${host === '' ? 'a local socket' : host}${database === '' ? '' : ` (database ${database})`}`
}
