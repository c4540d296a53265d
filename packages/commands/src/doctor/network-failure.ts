const NETWORK =
  /\b(?:ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|UND_ERR|certificate|other side closed)/

/** Why a server can't be reached, in plain words; undefined for an error of another kind. */
export function networkFailure(error: unknown): string | undefined {
  const reason = deepestReason(error)
  return NETWORK.test(reason) ? plainReason(reason) : undefined
}

/** The same, and the message itself for an error of another kind. */
export function reasonOf(error: unknown): string {
  return plainReason(deepestReason(error))
}

/** The deepest cause: libraries wrap it in sentences of their own, such as "fetch failed". */
function deepestReason(error: unknown): string {
  let at = error
  while (at instanceof Error && at.cause instanceof Error) at = at.cause
  if (at instanceof AggregateError) at = at.errors[0]
  return at instanceof Error ? at.message : String(at)
}

function plainReason(reason: string): string {
  const [, name] = /\bgetaddrinfo \w+ ([^\s)]+)/.exec(reason) ?? []
  if (name !== undefined) return `the host name ${name} cannot be resolved`
  const [, address] = /\bECONNREFUSED ([^\s)]+)/.exec(reason) ?? []
  if (address !== undefined) return `nothing listens at ${address}`
  if (/certificate/i.test(reason))
    return `its certificate is not trusted (${inner(reason)}). Set NODE_EXTRA_CA_CERTS to the certificate of its authority`
  if (/ETIMEDOUT|UND_ERR_(?:CONNECT_)?TIMEOUT|Connect Timeout/.test(reason))
    return 'it does not respond in time'
  if (/ECONNRESET|EPIPE|UND_ERR_SOCKET|other side closed/.test(reason)) return 'it closed the connection'
  return inner(reason)
}

/** Without what a client put around the message of Node. */
function inner(reason: string): string {
  return /^TypeError: fetch failed \((.*)\)$/s.exec(reason)?.[1] ?? reason
}
