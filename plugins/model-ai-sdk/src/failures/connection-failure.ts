/** What kept a request from reaching a server, by the code that Node gives to the failure. */
export interface ConnectionFailure {
  /** Continues with the address and what to set. */
  message(address: string, source: string): string
  /** False when only a person can mend it. */
  isRetryable: boolean
}

const REFUSED: ConnectionFailure = {
  message: (address, source) =>
    `Nothing listens at ${address}: the connection was refused. Start the model server, or correct ${source}.`,
  isRetryable: true,
}
const UNRESOLVED: ConnectionFailure = {
  message: (address, source) =>
    `The host name of ${address} cannot be resolved. Correct ${source}, or check the DNS of this machine.`,
  isRetryable: true,
}
const UNTRUSTED: ConnectionFailure = {
  message: (address) =>
    `The TLS certificate of ${address} is not trusted. Set NODE_EXTRA_CA_CERTS to the file of the certificate authority that signed it.`,
  isRetryable: false,
}
const NOT_TLS: ConnectionFailure = {
  message: (address, source) =>
    `The server at ${address} does not speak TLS. Correct ${source}: write http:// instead of https://.`,
  isRetryable: false,
}
const SLOW: ConnectionFailure = {
  message: (address, source) =>
    `The server at ${address} did not accept a connection in time. Check ${source} and the network between both machines.`,
  isRetryable: true,
}
const CUT: ConnectionFailure = {
  message: (address) => `The server at ${address} closed the connection before the end of its reply.`,
  isRetryable: true,
}

const FAILURES: Readonly<Record<string, ConnectionFailure>> = {
  ECONNREFUSED: REFUSED,
  ENOTFOUND: UNRESOLVED,
  EAI_AGAIN: UNRESOLVED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: UNTRUSTED,
  EPROTO: NOT_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
  ETIMEDOUT: SLOW,
  EHOSTUNREACH: SLOW,
  ENETUNREACH: SLOW,
  UND_ERR_CONNECT_TIMEOUT: SLOW,
  ECONNRESET: CUT,
  EPIPE: CUT,
  UND_ERR_SOCKET: CUT,
}

/** The failure of a connection that an error comes from, however deep; undefined when none of its causes is one. */
export function connectionFailure(error: unknown): ConnectionFailure | undefined {
  const seen = new Set<unknown>()
  let current = error
  while (current instanceof Error && !seen.has(current)) {
    seen.add(current)
    const code = 'code' in current ? String(current.code) : ''
    if (Object.hasOwn(FAILURES, code)) return FAILURES[code]
    // Several addresses of one host were tried.
    current = current instanceof AggregateError ? current.errors[0] : current.cause
  }
  return undefined
}
