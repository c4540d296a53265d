/** True for a record of a configuration, not for a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as a record; empty for any other. */
export function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

/** The texts of a setting that is one text, or a list. */
export function textsOf(value: unknown): string[] {
  return [value].flat().filter((each) => typeof each === 'string')
}

/**
 * The text or number under a path of keys with dots between; undefined for none.
 *
 * @param memberOf what a record has under a key
 */
export function textUnder(
  value: unknown,
  path: string,
  memberOf: (record: Readonly<Record<string, unknown>>, key: string) => unknown,
): string | undefined {
  let found = value
  for (const key of path.split('.')) {
    if (!isObject(found)) return undefined
    found = memberOf(found, key)
  }
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
}
