/** The name that a person most likely meant by a mistyped one: one or two letters differ. Undefined when none is near. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  return names.find((name) => name.length > 1 && isNear(name, typed))
}

/** One letter is missing, added or changed, or two neighbours are swapped. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return Math.max(a.length, b.length) - start - end <= 2
}
