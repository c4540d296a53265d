const MOST_SLIPS = 2
/** Of shorter names too many others are near. */
const SHORTEST = 4

/** The one of `names` that is at most two slips away from `name`, the nearest first; a short name may have one slip. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  return nearestNames([name], names).get(name)
}

/** The nearest of `names` for each that has one: all of `wanted` take one pass over them. */
export function nearestNames(wanted: Iterable<string>, names: Iterable<string>): Map<string, string> {
  const byLength = new Map<number, { name: string; least: number }[]>()
  for (const name of new Set(wanted)) {
    if (name.length < SHORTEST) continue
    const most = name.length < 2 * SHORTEST ? 1 : MOST_SLIPS
    const one = { name, least: most + 1 }
    for (let length = name.length - most; length <= name.length + most; length++)
      byLength.set(length, [...(byLength.get(length) ?? NONE), one])
  }
  const nearest = new Map<string, string>()
  if (byLength.size === 0) return nearest
  for (const other of names) {
    for (const one of byLength.get(other.length) ?? NONE) {
      if (!isAlike(one.name, other) || other === one.name) continue
      const slips = slipsWithin(one.name, other, one.least - 1)
      if (slips >= one.least) continue
      one.least = slips
      nearest.set(one.name, other)
    }
  }
  return nearest
}

const NONE: readonly never[] = []
const DASH = 0x2d
const SLASH = 0x2f

/** Most slips leave the first or the last letter; a flag is no suggestion for a key. */
function isAlike(name: string, other: string): boolean {
  const first = name.charCodeAt(0)
  const otherFirst = other.charCodeAt(0)
  if (first === otherFirst) return true
  if (first === DASH || first === SLASH || otherFirst === DASH || otherFirst === SLASH) return false
  return name.charCodeAt(name.length - 1) === other.charCodeAt(other.length - 1)
}

/**
 * Letters left out, added, changed or exchanged with a neighbour, behind these places; more than `most` when there are
 * more. Takes linear time for a few slips.
 */
function slipsWithin(first: string, second: string, most: number, at = 0, other = 0): number {
  while (at < first.length && other < second.length && first.charCodeAt(at) === second.charCodeAt(other)) {
    at++
    other++
  }
  const left = first.length - at
  const right = second.length - other
  if (left === 0 || right === 0) return left + right
  if (Math.abs(left - right) > most || most === 0) return most + 1
  const isExchanged = first[at] === second[other + 1] && first[at + 1] === second[other]
  return (
    1 +
    Math.min(
      slipsWithin(first, second, most - 1, at + 1, other + 1),
      slipsWithin(first, second, most - 1, at + 1, other),
      slipsWithin(first, second, most - 1, at, other + 1),
      isExchanged ? slipsWithin(first, second, most - 1, at + 2, other + 2) : most,
    )
  )
}
