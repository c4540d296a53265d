import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { type Measured, measureDescription } from './openapi/measure-description.ts'
import { table } from './retrieval/table.ts'

/**
 * How much of OpenAPI descriptions readers find: every operation and every allowed value must be on a page, and that
 * page among the first ten results of a search for it, or for it with the name of its field. Each description is indexed
 * by a server of its own.
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
      'Values',
      'Shown',
      'Found',
      'Index, s',
      'Peak, MB',
    ],
    rows,
  ),
)
if (!isComplete) process.exitCode = 1

function rowOf(measured: Measured): string[] {
  const { name, megabytes, files, pages, operations, values: allowed, unsearchable } = measured
  const { shownOperations, foundOperations, shownValues, foundValues, indexSeconds, peakMemory } = measured
  return [
    name,
    megabytes.toFixed(1),
    `${files}`,
    `${pages}`,
    `${operations}`,
    `${shownOperations}`,
    `${foundOperations}`,
    `${allowed}`,
    `${shownValues}`,
    unsearchable === 0 ? `${foundValues}` : `${foundValues} (${unsearchable} have no words)`,
    indexSeconds.toFixed(0),
    peakMemory.toFixed(0),
  ]
}
