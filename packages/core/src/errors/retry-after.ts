/**
 * What a header `Retry-After` asks for, milliseconds from now, at least 0; undefined when it asks for nothing.
 *
 * @param value seconds, or a date
 * @param now milliseconds since the epoch
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-retry-after
 */
export function retryAfterMs(value: string | null | undefined, now: number): number | undefined {
  if (!value?.trim()) return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
