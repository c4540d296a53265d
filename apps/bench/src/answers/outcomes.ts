import type { EvaluatedQuestion, EvaluationQuestion } from '@docent/core'

/** How an answer of the offline model begins that shows what is near. */
const NEAR = 'The documentation may not answer this.'

/** `near` is what is expected, said to be near only; `declined` is the rest of what is not given as an answer. */
export type Outcome = 'right' | 'near' | 'wrong' | 'declined'

/** A question without an answer is rightly declined by all that is not given as one. */
export function outcomeOf({ refuses }: EvaluationQuestion, { answer }: EvaluatedQuestion): Outcome {
  const text = answer?.text ?? ''
  const isNear = text.startsWith(NEAR)
  const isGiven = answer !== undefined && !answer.unanswered && !isNear
  if (refuses === true) return isGiven ? 'wrong' : 'right'
  const isExpected = answer?.checks.cites !== false && answer?.checks.contains !== false
  if (isGiven) return isExpected ? 'right' : 'wrong'
  return isNear && isExpected ? 'near' : 'declined'
}

/** One line of counts. */
export function outcomesLine(outcomes: readonly Outcome[]): string {
  const count = (wanted: Outcome) => outcomes.filter((each) => each === wanted).length
  return `Right: ${count('right')}. Right, but called near: ${count('near')}. Wrong: ${count('wrong')}. Declined: ${count('declined')}.`
}
