/**
 * Changes what stands outside of code within lines, as CommonMark reads it: as many backticks end it as begin it.
 *
 * @param change is given a text, and whether code stands right before it
 */
export function outsideCode(text: string, change: (part: string, isBehindCode: boolean) => string): string {
  if (!text.includes('`')) return change(text, false)
  const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }))
  // By length, so that a text of nothing but backticks takes linear time.
  const later = new Map<number, number[]>()
  for (const [at, { length }] of runs.entries()) {
    const same = later.get(length)
    if (same === undefined) later.set(length, [at])
    else same.push(at)
  }
  const next = new Map<number, number>()
  let result = ''
  let from = 0
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at]
    const same = run === undefined ? undefined : later.get(run.length)
    if (run === undefined || same === undefined) continue
    let pointer = next.get(run.length) ?? 0
    while ((same[pointer] ?? Number.POSITIVE_INFINITY) <= at) pointer += 1
    next.set(run.length, pointer)
    const ending = same[pointer]
    const end = ending === undefined ? undefined : runs[ending]
    if (end === undefined || ending === undefined) continue
    result += change(text.slice(from, run.index), from > 0) + text.slice(run.index, end.index + end.length)
    from = end.index + end.length
    at = ending
  }
  return result + change(text.slice(from), from > 0)
}
