import { randomUUID } from 'node:crypto'

/** Longer or stranger ids are replaced: they end up in logs. */
const ACCEPTABLE = /^[\w.:+/=@-]{1,128}$/

/** The caller's `X-Request-Id` when it is acceptable, else a new one. */
export function requestId(header: string | string[] | undefined): string {
  if (typeof header === 'string' && ACCEPTABLE.test(header)) return header
  return randomUUID()
}
