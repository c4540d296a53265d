import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { checkNames } from '@docent/core'
import { composeAnswers } from './grounding/compose-answer.ts'
import { type Documentation, readDocumentation } from './grounding/documentation.ts'
import { FAULT_KINDS } from './grounding/faults.ts'
import { evidenceOf, lookUpIn, measureGrounding } from './grounding/measure.ts'
import { SeededRandom } from './grounding/random.ts'

/**
 * How well the check of names tells right answers from wrong ones, and how long it takes.
 *
 *   node apps/bench/run.mjs grounding --docs DIR [--docs DIR …] [--answers 100] [--seed 1] [--list FILE]
 *
 * Each folder holds one real documentation, in any format that the product reads. Correct answers repeat its passages in other clothes; each
 * is then given faults of six kinds. `--list` writes every false alarm and every missed fault to a file.
 */
const { values } = parseArgs({
  options: {
    docs: { type: 'string', multiple: true, default: [] },
    answers: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    list: { type: 'string' },
  },
})
const LONG_ANSWER = 6_000
/** The clock of CPU time moves in steps of some ms: so many runs are measured as one. */
const RUNS = 20
const share = (part: number, of: number) => (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)}%`)
const lines: string[] = []

if (values.docs.length === 0)
  throw new Error('Name a documentation: node apps/bench/run.mjs grounding --docs DIR')
for (const folder of values.docs) {
  const docs = await readDocumentation(basename(folder), folder)
  const figures = await measureGrounding(docs, Number(values.seed), Number(values.answers))
  const { alarms, alarmed, answers, names, found, missed } = figures
  console.log(
    `\n${docs.name}: ${docs.pages.length} pages, ${docs.passages.length} passages, ${docs.names.size} names`,
  )
  console.log(
    `  ${answers} correct answers, ${names} names: false alarms ${share(alarms.length, names)} of names (${alarms.length}), ${share(alarmed, answers)} of answers`,
  )
  for (const kind of FAULT_KINDS)
    console.log(`  ${kind.padEnd(16)} ${share(found[kind].found, found[kind].of)} of ${found[kind].of}`)
  for (const { name, around } of alarms)
    lines.push(
      `ALARM ${docs.name} ${name.kind} ${name.verdict} ${JSON.stringify(name.text)} (${name.unconfirmedWith ?? ''}) … ${JSON.stringify(around)}`,
    )
  for (const { fault, verdict } of missed)
    lines.push(
      `MISSED ${docs.name} ${fault.kind} ${fault.was} → ${fault.is} [${verdict}] … ${JSON.stringify(fault.text.slice(Math.max(0, fault.start - 60), fault.end + 30))}`,
    )
  await measureTime(docs)
}
if (values.list) writeFileSync(values.list, `${lines.join('\n')}\n`)

/** CPU time of one run, ms: other work of the machine does not count, and collecting garbage does. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const began = process.threadCpuUsage()
  for (let run = 0; run < RUNS; run++) await work()
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1_000 / RUNS
}

/** Answers of 1,500 tokens over eight passages. */
async function measureTime(docs: Documentation): Promise<void> {
  const random = new SeededRandom(7)
  const times: number[] = []
  const reading: number[] = []
  for (let round = 0; round < 250; round++) {
    const parts = composeAnswers(docs, random, 12)
    const passages = parts.map(({ passages: [first] }) => first).filter((passage) => passage !== undefined)
    let text = parts.map((part) => part.text).join('\n\n')
    while (text.length < LONG_ANSWER) text += `\n\n${text}`
    const answer = text.slice(0, LONG_ANSWER)
    const retrieved = { passages: passages.slice(0, 8) }
    const evidence = evidenceOf(retrieved)
    reading.push(await cpuOf(async () => evidenceOf(retrieved)))
    times.push(await cpuOf(() => checkNames(answer, evidence, lookUpIn(docs))))
  }
  const at = (values: number[], part: number) =>
    values
      .slice(50)
      .sort((one, other) => one - other)
      [Math.floor((values.length - 50) * part)]?.toFixed(2)
  console.log(
    `  CPU of an answer of 1,500 tokens: p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms; eight passages before it: p50 ${at(reading, 0.5)} ms, p99 ${at(reading, 0.99)} ms`,
  )
}
