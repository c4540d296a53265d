import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measureCpu } from './drift/measure-cpu.ts'
import { type DriftLabels, measureLabels } from './drift/measure-labels.ts'
import { table } from './retrieval/table.ts'

/**
 * How well a watch finds pages of labeled changes, and how many changes without an effect it stops. A change that it stops
 * counts as not found. Each argument names a file of labels and a full clone of its repository.
 *
 *   node apps/bench/run.mjs drift labels/goreleaser.json=../goreleaser labels/uv.json=../uv
 */
const { values, positionals } = parseArgs({
  options: { misses: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const rows: string[][] = []
const all = { found: 0, wanted: 0, stopped: 0, without: 0 }
for (const argument of positionals) {
  const [file = '', repository = ''] = argument.split('=', 2)
  const labels = JSON.parse(readFileSync(file, 'utf8')) as DriftLabels
  const measured = await measureLabels(labels, repository)
  rows.push([
    labels.repository,
    share(measured.found, measured.wanted),
    share(measured.foundWithoutGate, measured.wanted),
    share(measured.passed, measured.wanted),
    share(measured.stopped, measured.without),
    (measured.cpuMs / labels.changes.length).toFixed(0),
  ])
  all.found += measured.found
  all.wanted += measured.wanted
  all.stopped += measured.stopped
  all.without += measured.without
  if (values.misses) for (const miss of measured.misses) console.log(miss)
}
if (rows.length > 0) {
  rows.push(['all', share(all.found, all.wanted), '', '', share(all.stopped, all.without), ''])
  console.log(
    table(
      ['Repository', 'Recall@10', 'without gate', 'Passed', 'Stopped of no effect', 'CPU, ms a change'],
      rows,
    ),
  )
}
const { files, passages, evidenceMs, indexMs } = measureCpu()
console.log(
  `${files} changed files against ${passages} passages: ${evidenceMs.toFixed(0)} ms of CPU, after ${indexMs.toFixed(0)} ms for reading the pages once`,
)

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(3)
}
