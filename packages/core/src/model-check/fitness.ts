import type { ModelCard, ModelCheck, ModelFitness } from './model-card.ts'

/** Shares of the tasks that a good and a usable model solve. */
const GOOD = 0.8
const LIMITED = 0.6

const NEEDED = {
  assistant: ['finishes', 'system-role'],
  agent: ['finishes', 'system-role', 'tool-call', 'tool-result'],
} as const

/** Whether a model is good enough to answer readers, and to edit documentation. */
export function fitnessOf(checks: readonly ModelCheck[]): ModelCard['fitness'] {
  return { assistant: roleOf(checks, 'assistant', 'answers'), agent: roleOf(checks, 'agent', 'agent') }
}

function roleOf(
  checks: readonly ModelCheck[],
  role: keyof typeof NEEDED,
  area: ModelCheck['area'],
): ModelFitness {
  const needed: readonly string[] = NEEDED[role]
  const tasks = checks.filter((check) => check.area === area && check.outcome !== 'skipped')
  const failed = checks.some(({ id, outcome }) => needed.includes(id) && outcome === 'failed')
  if (tasks.length === 0) return failed ? 'unfit' : 'unknown'
  const share = tasks.filter(({ outcome }) => outcome === 'passed').length / tasks.length
  if (share < LIMITED) return 'unfit'
  return share < GOOD || failed ? 'limited' : 'good'
}
