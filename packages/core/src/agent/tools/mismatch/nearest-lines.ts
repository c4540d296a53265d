/** A run of lines: numbers from 1, the last one included. */
export interface LineRun {
  first: number
  last: number
}

/** Longest text that is compared, lines. */
const MAX_HEIGHT = 60

/** The run of lines most like `wanted`, by shared words; undefined when nothing is like it. */
export function nearestLines(lines: readonly string[], wanted: readonly string[]): LineRun | undefined {
  const height = Math.min(wanted.length, MAX_HEIGHT, lines.length)
  const words = new Map<string, number>()
  for (const line of wanted.slice(0, MAX_HEIGHT))
    for (const word of wordsOf(line)) words.set(word, (words.get(word) ?? 0) + 1)
  const total = [...words.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0 || height === 0) return undefined
  const found = lines.map((line) => wordsOf(line))
  const window = new Map<string, number>()
  let size = 0
  let best = { first: 0, score: 0 }
  for (const [index, added] of found.entries()) {
    for (const word of added) window.set(word, (window.get(word) ?? 0) + 1)
    size += added.length
    const gone = index >= height ? (found[index - height] ?? []) : []
    for (const word of gone) window.set(word, (window.get(word) ?? 0) - 1)
    size -= gone.length
    if (index < height - 1 || size === 0) continue
    let shared = 0
    for (const [word, count] of words) shared += Math.min(count, window.get(word) ?? 0)
    const score = (2 * shared) / (size + total)
    if (score > best.score) best = { first: index - height + 2, score }
  }
  return best.score < 0.5 ? undefined : { first: best.first, last: best.first + height - 1 }
}

function wordsOf(line: string): string[] {
  return line.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}
