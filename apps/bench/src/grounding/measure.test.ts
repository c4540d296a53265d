import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readDocumentation } from './documentation.ts'
import { measureGrounding } from './measure.ts'

/** Docent's own documentation, so that a slip of a rule shows in seconds; the bars are measured on those of others. */
const DOCS = fileURLToPath(new URL('../../../docs/content', import.meta.url))
/** With fewer, one page more or less moves the share of a rare kind over its bar. */
const ANSWERS = 200

test('finds injected faults, and raises few alarms over correct answers', async () => {
  const figures = await measureGrounding(await readDocumentation('docent', DOCS), 1, ANSWERS)
  const { answers, names, alarms, alarmed, found } = figures
  expect(answers).toBe(ANSWERS)
  expect(alarms.length / names).toBeLessThanOrEqual(0.02)
  expect(alarmed / answers).toBeLessThanOrEqual(0.05)
  const share = (...kinds: (keyof typeof found)[]) =>
    kinds.reduce((sum, kind) => sum + found[kind].found, 0) /
    kinds.reduce((sum, kind) => sum + found[kind].of, 0)
  expect(share('invented flag', 'renamed key', 'wrong version', 'wrong URL')).toBeGreaterThanOrEqual(0.95)
  // Some of the numbers that are changed are of output that is shown, beside no option.
  expect(share('wrong default')).toBeGreaterThanOrEqual(0.75)
})
