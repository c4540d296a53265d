import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { readDocumentation } from './grounding/documentation.ts'
import { FAULT_KINDS } from './grounding/faults.ts'
import { measureWritten } from './grounding/measure-written.ts'
import { writtenAnswers } from './grounding/written-answers.ts'

/**
 * How the check of names judges answers that somebody wrote in their own words, over a whole documentation: right ones,
 * the same with faults, and with names in other spellings.
 *
 *   node apps/bench/run.mjs grounding-written --docs DIR --answers FILE [--docs DIR --answers FILE …] [--seed 1] [--list FILE]
 *
 * `grounding/answers` has some files; `sources.json` there says where their documentation is.
 */
const { values } = parseArgs({
  options: {
    docs: { type: 'string', multiple: true, default: [] },
    answers: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    list: { type: 'string' },
  },
})
if (values.docs.length === 0 || values.docs.length !== values.answers.length)
  throw new Error(
    'Name a documentation and its answers: node apps/bench/run.mjs grounding-written --docs DIR --answers FILE',
  )
const share = (part: number, of: number) => (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)}%`)
const spread = (times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => `${sorted[Math.ceil(sorted.length * part) - 1]?.toFixed(2)} ms`
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`
}
const lines: string[] = []

for (const [at, folder] of values.docs.entries()) {
  const name = basename(values.answers[at] ?? '').replace(/\.\w+$/, '')
  const docs = await readDocumentation(name, folder)
  const figures = await measureWritten(docs, writtenAnswers(values.answers[at] ?? ''), Number(values.seed))
  const {
    answers,
    names,
    alarms,
    alarmed,
    found,
    missed,
    numbers,
    plantedNames,
    plantedNumbers,
    disguised,
    passed,
    dressed,
    stepMs,
    wholeMs,
  } = figures
  console.log(`\n${name}: ${docs.pages.length} pages, ${docs.names.size} names`)
  console.log(
    `  ${answers} correct answers, ${names} names: ${alarms.length} alarms, in ${share(alarmed, answers)} of answers`,
  )
  for (const kind of FAULT_KINDS)
    console.log(`  ${kind.padEnd(16)} ${share(found[kind].found, found[kind].of)} of ${found[kind].of}`)
  console.log(`  ${'numbers of prose'.padEnd(16)} ${share(numbers.found, numbers.of)} of ${numbers.of}`)
  for (const [what, { of, found }] of Object.entries({ names: plantedNames, numbers: plantedNumbers }))
    console.log(`  ${`planted ${what}`.padEnd(16)} ${share(found, of)} of ${of}`)
  console.log(
    `  ${'disguised'.padEnd(16)} ${share(disguised.found, disguised.of)} of ${disguised.of}; real names so: ${share(dressed.alarms, dressed.of)} with an alarm`,
  )
  console.log(
    `  CPU of a check while 1,500 tokens stream: ${spread(stepMs)}; of the whole: ${spread(wholeMs)}`,
  )
  for (const {
    name: { kind, verdict, text, unconfirmedWith },
    answer,
  } of alarms)
    lines.push(
      `ALARM ${name} ${kind} ${verdict} ${JSON.stringify(text)} (${unconfirmedWith ?? ''}) … ${answer.question}`,
    )
  for (const { fault, verdicts } of missed)
    lines.push(
      `MISSED ${name} ${fault.kind} ${fault.was} → ${fault.is} [${verdicts}] … ${JSON.stringify(fault.text.slice(Math.max(0, fault.start - 70), fault.end + 30))}`,
    )
  for (const each of passed) lines.push(`PASSED ${name} ${each}`)
}
if (values.list) writeFileSync(values.list, `${lines.join('\n')}\n`)
