/** The run of lines most like `wanted`, by shared words; undefined when nothing is like it. */
export function nearestLines(text: string, wanted: string): { line: number; text: string } | undefined {
  const lines = text.split('\n')
  const height = Math.min(wanted.split('\n').length, 20)
  const words = wordCounts(wanted)
  const total = [...words.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  let best = { line: 0, score: 0 }
  for (let start = 0; start + height <= lines.length; start++) {
    const window = wordCounts(lines.slice(start, start + height).join('\n'))
    let shared = 0
    let size = 0
    for (const [word, count] of window) {
      shared += Math.min(count, words.get(word) ?? 0)
      size += count
    }
    const score = size === 0 ? 0 : (2 * shared) / (size + total)
    if (score > best.score) best = { line: start + 1, score }
  }
  if (best.score < 0.5) return undefined
  return { line: best.line, text: lines.slice(best.line - 1, best.line - 1 + height).join('\n') }
}

function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
