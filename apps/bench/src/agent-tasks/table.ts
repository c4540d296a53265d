import type { TaskOutcome } from './run-task.ts'

/** One line a task, and the sums. Cost is empty where the price of the model is not known. */
export function tableOf(outcomes: readonly TaskOutcome[]): string {
  const rows = outcomes.map(({ id, passed, run }) => [
    id,
    passed ? 'yes' : 'no',
    String(run.steps),
    (run.inputTokens + run.outputTokens).toLocaleString('en'),
    run.cost === undefined ? '' : `$${run.cost.toFixed(3)}`,
    run.seconds.toFixed(1),
  ])
  const costs = outcomes.map(({ run }) => run.cost)
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
  rows.push([
    'all',
    `${outcomes.filter(({ passed }) => passed).length}/${outcomes.length}`,
    String(sum(outcomes.map(({ run }) => run.steps))),
    sum(outcomes.map(({ run }) => run.inputTokens + run.outputTokens)).toLocaleString('en'),
    costs.some((cost) => cost === undefined) ? '' : `$${sum(costs.map((cost) => cost ?? 0)).toFixed(3)}`,
    sum(outcomes.map(({ run }) => run.seconds)).toFixed(1),
  ])
  const table = [['task', 'passed', 'steps', 'tokens', 'cost', 'seconds'], ...rows]
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const wrong = outcomes.flatMap(({ id, failures }) => failures.map((failure) => `${id}: ${failure}`))
  return [...lines, ...(wrong.length > 0 ? ['', ...wrong] : [])].join('\n')
}
