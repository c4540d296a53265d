import { writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CERTAIN_FAULTS } from './grounding/faults.ts'
import { measureRewordings } from './grounding/measure-rewordings.ts'
import { rewordingsOf } from './grounding/rewordings.ts'

/**
 * How the check of names judges answers that say something in other words than the documentation does: right ones,
 * and the same with a fault.
 *
 *   node apps/bench/run.mjs grounding-rewordings --repository DIR [--repository DIR …] [--lines 300] [--newest 4000] [--seed 1] [--list FILE]
 *
 * Each folder is a clone with its whole history. The answers are lines of its pages that a commit said in other words
 * and with the same names and numbers: as they were before, checked against the page as it is now.
 */
const { values } = parseArgs({
  options: {
    repository: { type: 'string', multiple: true, default: [] },
    lines: { type: 'string', default: '300' },
    newest: { type: 'string', default: '4000' },
    seed: { type: 'string', default: '1' },
    list: { type: 'string' },
  },
})
const share = (part: number, of: number) => (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)}%`)
const listed: string[] = []

if (values.repository.length === 0)
  throw new Error('Name a clone: node apps/bench/run.mjs grounding-rewordings --repository DIR')
for (const folder of values.repository) {
  const path = resolve(folder)
  const name = basename(path) === 'repo' ? basename(join(path, '..')) : basename(path)
  const rewordings = await rewordingsOf(path, {
    count: Number(values.lines),
    newest: Number(values.newest),
    seed: Number(values.seed),
  })
  const { answers, names, alarms, alarmed, found, missed } = await measureRewordings(
    rewordings,
    Number(values.seed),
  )
  console.log(
    `\n${name}: ${answers} lines in other words, ${names} names: false alarms ${share(alarms.length, names)} of names (${alarms.length}), ${share(alarmed, answers)} of lines`,
  )
  for (const kind of CERTAIN_FAULTS)
    console.log(`  ${kind.padEnd(16)} ${share(found[kind].found, found[kind].of)} of ${found[kind].of}`)
  for (const { name: each, rewording } of alarms)
    listed.push(
      `ALARM ${name} ${each.kind} ${each.verdict} ${JSON.stringify(each.text)} (${each.unconfirmedWith ?? ''})\n  - ${rewording.before}\n  + ${rewording.now}`,
    )
  for (const { rewording, fault } of missed)
    listed.push(
      `MISSED ${name} ${fault.kind} ${fault.was} → ${fault.is}\n  - ${fault.text}\n  + ${rewording.now}`,
    )
}

if (values.list) writeFileSync(values.list, `${listed.join('\n')}\n`)
