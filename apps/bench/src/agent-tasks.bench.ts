import { parseArgs } from 'node:util'
import { TASKS } from '@docent/server'
import { providersFromEnvironment } from './agent-tasks/providers.ts'
import { runTask, type TaskOutcome } from './agent-tasks/run-task.ts'
import { tableOf } from './agent-tasks/table.ts'

/**
 * How well a model does as Docent's agent: every task runs as a real job, and pure checks judge the branch that it
 * leaves. Run with `node apps/bench/run.mjs agent-tasks --model provider:model [--task id]… [--minutes 10] [--json]`.
 * Keys come from the environment, as for a server. Answers of models differ from run to run: compare sums of several.
 */
const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'offline:docent' },
    task: { type: 'string', multiple: true },
    minutes: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
})
const wanted = values.task
const unknown = wanted?.filter((id) => !TASKS.some((task) => task.id === id)) ?? []
if (unknown.length > 0) throw new Error(`There is no task ${unknown.join(', ')}.`)
const providers = providersFromEnvironment(process.env)
const outcomes: TaskOutcome[] = []
for (const task of TASKS) {
  if (wanted && !wanted.includes(task.id)) continue
  const maxRunMs = Number(values.minutes) * 60_000
  const outcome = await runTask(task, { providers, model: values.model, maxRunMs })
  outcomes.push(outcome)
  if (!values.json) console.error(`${outcome.passed ? 'passed' : 'failed'}  ${task.id}`)
}
if (values.json) {
  const tasks = outcomes.map(({ id, passed, failures, run }) => {
    const { steps, inputTokens, outputTokens, cost, seconds, calls } = run
    return { id, passed, failures, steps, inputTokens, outputTokens, cost: cost ?? null, seconds, calls }
  })
  console.log(JSON.stringify({ model: values.model, tasks }, null, 2))
} else console.log(`\n${values.model}\n${tableOf(outcomes)}`)
