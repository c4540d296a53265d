import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { type Measured, measureDescription } from './openapi/measure-description.ts'
import { table } from './retrieval/table.ts'

/**
 * How much of OpenAPI descriptions readers find: every operation and every allowed value must be on a page, and that
 * page among the first ten results of a search. An operation is looked for by method and path; a value alone, then with
 * the name of its field ("Found"), then also with its operation or schema ("Named"). Each description is indexed by a
 * server of its own.
 *
 *   node apps/bench/run.mjs openapi api.github.com.json specification/openapi.yaml
 */
const { values, positionals } = parseArgs({
  options: { one: { type: 'string' } },
  allowPositionals: true,
})
if (values.one !== undefined) {
  console.log(JSON.stringify(await measureDescription(values.one)))
  process.exit(0)
}
if (positionals.length === 0)
  throw new Error('Name descriptions: node apps/bench/run.mjs openapi <description> …')
const rows: string[][] = []
let isComplete = true
for (const file of positionals) {
  const program = process.argv[1] ?? ''
  const output = execFileSync(process.execPath, [...process.execArgv, program, '--one', file], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const measured: Measured = JSON.parse(output.trim().split('\n').at(-1) ?? '')
  rows.push(rowOf(measured))
  for (const each of [...measured.missing, ...measured.problems]) console.log(`${measured.name}: ${each}`)
  isComplete &&= measured.shownOperations === measured.operations && measured.shownValues === measured.values
}
console.log(
  table(
    [
      'Description',
      'MB',
      'Files',
      'Pages',
      'Operations',
      'Shown',
      'Found',
      'First',
      'Values',
      'Shown',
      'Found',
      'Named',
      'Index, s',
      'Peak, MB',
    ],
    rows,
  ),
)
if (!isComplete) process.exitCode = 1

function rowOf(measured: Measured): string[] {
  const { name, megabytes, files, pages, operations, values: allowed, unsearchable } = measured
  const { shownOperations, foundOperations, firstOperations, shownValues, foundValues, foundNamedValues } =
    measured
  const { indexSeconds, peakMemory } = measured
  return [
    name,
    megabytes.toFixed(1),
    `${files}`,
    `${pages}`,
    `${operations}`,
    `${shownOperations}`,
    `${foundOperations}`,
    `${firstOperations}`,
    `${allowed}`,
    `${shownValues}`,
    `${foundValues}`,
    unsearchable === 0 ? `${foundNamedValues}` : `${foundNamedValues} (${unsearchable} have no words)`,
    indexSeconds.toFixed(0),
    peakMemory.toFixed(0),
  ]
}
