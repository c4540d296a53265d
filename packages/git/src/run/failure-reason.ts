const REASONS: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /could not resolve host|name or service not known|temporary failure in name resolution/i,
    'the host name cannot be resolved',
  ],
  [/connection refused|failed to connect|could not connect|couldn't connect/i, 'the connection was refused'],
  [
    /ssl certificate|certificate verif|self.signed|unable to get local issuer/i,
    'its TLS certificate is not trusted',
  ],
  [/tls|ssl|gnutls/i, 'the TLS handshake failed'],
  [/timed out|timeout/i, 'the connection timed out'],
  [/returned error: 429|too many requests/i, 'the host limits the rate of requests'],
  [/returned error: (5\d\d)/i, 'the host reports an internal error'],
  [/reset by peer|hung up|early eof|broken pipe/i, 'the connection broke off'],
]

/** Why git did not reach a remote, in plain words; '' when its output names no reason that is known. */
export function failureReason(stderr: string): string {
  return REASONS.find(([pattern]) => pattern.test(stderr))?.[1] ?? ''
}
