import type { Accepted } from './accepted.ts'
import { type Bare, type Expression, expressionKey } from './collect-expressions.ts'
import type { Verdict } from './verdict.ts'

/**
 * A line for each expression that may not stand, and for each accepted one that stands no longer.
 *
 * @param isChecked whether a file was looked through
 */
export function findingsOf(
  expressions: readonly Expression[],
  verdicts: ReadonlyMap<string, Verdict>,
  accepted: readonly Accepted[],
  isChecked: (file: string) => boolean,
): string[] {
  const unused = new Set(
    accepted.flatMap(({ expressions }) =>
      Object.entries(expressions)
        .filter(([file]) => isChecked(file))
        .flatMap(([file, theirs]) => theirs.map((each) => entryOf(file, each))),
    ),
  )
  const entries = new Set(unused)
  const findings: string[] = []
  for (const expression of expressions) {
    const { file, line } = expression
    const verdict = verdicts.get(expressionKey(expression))
    if (verdict === undefined) throw new Error(`Not judged: ${expressionKey(expression)}`)
    if (verdict.growth === 'linear') continue
    const entry = entryOf(file, expression)
    const isAcceptable = verdict.growth === 'unknown' || verdict.degree === 2
    if (isAcceptable && entries.has(entry)) unused.delete(entry)
    else findings.push(`${file}:${line} ${described(verdict)}: ${expressionKey(expression)}`)
  }
  for (const entry of unused) findings.push(`accepted, and needed no longer: ${entry}`)
  return findings
}

/** A literal and a constructor write the same expression with different escapes. */
function entryOf(file: string, { source, flags }: Bare): string {
  return `${file} ${new RegExp(source, flags)}`
}

function described({ growth, degree }: Verdict): string {
  if (growth === 'unknown') return 'cannot be decided'
  return growth === 'exponential' ? 'takes exponential time' : `takes time to the power of ${degree}`
}
