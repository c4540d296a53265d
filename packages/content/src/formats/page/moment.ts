const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i

/**
 * The time that frontmatter names, in milliseconds since 1970, in UTC where it names no zone. Undefined for none, and
 * `unreadable` for what is meant as one.
 */
export function momentOf(value: unknown): number | 'unreadable' | undefined {
  if (value === undefined || value === null || value === '' || typeof value === 'boolean') return undefined
  if (value instanceof Date) return readable(value.getTime())
  if (typeof value === 'number') return readable(value * 1_000)
  if (typeof value !== 'string') return 'unreadable'
  const text = value.trim()
  const match = ISO.exec(text)
  if (match === null)
    return readable(Date.parse(/(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text} UTC`))
  const [, year, month, day, hour = 0, minute = 0, second = 0, zone = 'Z'] = match
  const [at = 0, ...rest] = [month, day, hour, minute, second].map(Number)
  const [inMonth = 1, ...time] = rest
  const utc = Date.UTC(Number(year), at - 1, inMonth, ...time)
  const isDay = new Date(Date.UTC(Number(year), at - 1, inMonth)).getUTCDate() === inMonth
  return isDay ? utc - offsetOf(zone) : 'unreadable'
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function readable(time: number): number | 'unreadable' {
  return Number.isFinite(time) ? time : 'unreadable'
}
