const MOST_SLIPS = 2
/** Of shorter names too many others are near. */
const SHORTEST = 4

/** The one of `names` that is at most two slips away from `name`, the nearest first; a short name may have one slip. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length < SHORTEST) return undefined
  const most = name.length < 2 * SHORTEST ? 1 : MOST_SLIPS
  let nearest: string | undefined
  let least = most + 1
  for (const other of names) {
    if (other === name || Math.abs(other.length - name.length) >= least || !isAlike(name, other)) continue
    const slips = slipsWithin(name, other, least - 1)
    if (slips < least) {
      nearest = other
      least = slips
    }
  }
  return nearest
}

/** A flag is no suggestion for a key, and most slips leave the first or the last letter. */
function isAlike(name: string, other: string): boolean {
  if (name.startsWith('-') !== other.startsWith('-') || name.startsWith('/') !== other.startsWith('/'))
    return false
  return name[0] === other[0] || name.at(-1) === other.at(-1)
}

/** Letters left out, added, changed or exchanged with a neighbour; more than `most` when there are more. */
export function slipsWithin(first: string, second: string, most: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: second.length + 1 }, (_, at) => at)
  for (let row = 1; row <= first.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= second.length; column++) {
      const same = first.charCodeAt(row - 1) === second.charCodeAt(column - 1)
      let slips = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const exchanged =
        row > 1 &&
        column > 1 &&
        first[row - 1] === second[column - 2] &&
        first[row - 2] === second[column - 1]
      if (exchanged) slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1)
      current.push(slips)
      if (slips < least) least = slips
    }
    if (least > most) return most + 1
    beforeLast = last
    last = current
  }
  return last[second.length] ?? 0
}
