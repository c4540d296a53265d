/** What `Retry-After` asks for (RFC 9110 section 10.2.3), ms from now; undefined when it asks for nothing. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now
  return ms > 0 ? ms : undefined
}
