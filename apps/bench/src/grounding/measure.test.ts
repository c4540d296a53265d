import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readDocumentation } from './documentation.ts'
import { measureGrounding } from './measure.ts'

/** Docent's own documentation, so that a slip of a rule shows in seconds; the bars are measured on those of others. */
const DOCS = fileURLToPath(new URL('../../../docs/content', import.meta.url))
/** With fewer, one page more or less moves the share of a rare kind over its bar. */
const ANSWERS = 200
const SEEDS = [1, 2, 3, 4, 5]

test('finds injected faults, and raises few alarms over correct answers', async () => {
  const docs = await readDocumentation('docent', DOCS)
  const figures = await Promise.all(SEEDS.map((seed) => measureGrounding(docs, seed, ANSWERS)))
  const sum = (of: (each: (typeof figures)[number]) => number) =>
    figures.reduce((all, each) => all + of(each), 0)
  const answers = sum((each) => each.answers)
  expect(answers).toBe(SEEDS.length * ANSWERS)
  expect(sum(({ alarms }) => alarms.length) / sum(({ names }) => names)).toBeLessThanOrEqual(0.02)
  expect(sum(({ alarmed }) => alarmed) / answers).toBeLessThanOrEqual(0.05)
  const share = (...kinds: (keyof (typeof figures)[number]['found'])[]) =>
    sum(({ found }) => kinds.reduce((all, kind) => all + found[kind].found, 0)) /
    sum(({ found }) => kinds.reduce((all, kind) => all + found[kind].of, 0))
  expect(share('invented flag', 'renamed key', 'wrong version', 'wrong URL')).toBeGreaterThanOrEqual(0.95)
  // Some of the numbers that are changed are of responses that are shown, beside no option.
  expect(share('wrong default')).toBeGreaterThanOrEqual(0.75)
})
