import { DocentError } from '@docent/core/plugin'
import { codeOf, mapPostgresError } from './map-error.ts'

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
  const reason = reasonOf(cause, userOf(url))
  if (reason === undefined) return error
  const { kind, text } = reason
  return new DocentError(kind, `PostgreSQL at ${addressOf(url)} ${text}`, {
    cause,
    isRetryable: kind === 'unavailable',
  })
}

/** The same in words, for whatever made the database not answer. */
export function whyAway(error: unknown, url: string): string {
  const mapped = explainOutage(mapPostgresError(error), url)
  return DocentError.is(mapped) ? mapped.message : `PostgreSQL at ${addressOf(url)} does not respond.`
}

function reasonOf(
  error: unknown,
  user: string,
): { kind: 'unavailable' | 'configuration'; text: string } | undefined {
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
    case '28P01':
      return wrong(`refuses the password of ${user}. Correct the user or the password in DATABASE_URL.`)
    case '28000':
      return wrong(
        /pg_hba\.conf/.test(message)
          ? `refuses ${user} from this machine, because no rule in pg_hba.conf allows it. Add a rule there, or, if the rule requires TLS, add sslmode=require to DATABASE_URL.`
          : `refuses ${user}: ${message}. Create this user there, or correct the user in DATABASE_URL.`,
      )
    case '3D000':
      return wrong('does not have this database. Create it, or correct its name in DATABASE_URL.')
    case '42501':
      return wrong(
        `does not allow this to ${user}: ${message}. Make this user the owner of the database, or grant it CREATE on the database.`,
      )
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

function userOf(url: string): string {
  const user = URL.canParse(url) ? new URL(url).username : ''
  return user === '' ? 'the user' : `the user "${decodeURIComponent(user)}"`
}

function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'the address of DATABASE_URL'
  const { host, pathname } = new URL(url)
  const database = pathname.slice(1)
  return `${host === '' ? 'a local socket' : host}${database === '' ? '' : ` (database ${database})`}`
}
