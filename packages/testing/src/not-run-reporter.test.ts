import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startVitest } from 'vitest/node'
import { NotRunReporter } from './not-run-reporter.ts'

const HERE = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What the reporter prints at the end of a run of these files. */
async function endOf(files: Record<string, string>): Promise<string> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'docent-not-run-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  const printed: string[] = []
  const vitest = await startVitest('test', [], {
    root,
    config: false,
    watch: false,
    env: { CI: '' },
    include: ['*.test.js'],
    reporters: [new NotRunReporter((text) => printed.push(text))],
    alias: { vitest: fileURLToPath(import.meta.resolve('vitest')), needs: HERE('./needs.ts') },
  })
  await vitest.close()
  return printed.join('\n')
}

const HEAD = `
import { describe, expect, test } from 'vitest'
import { needs } from 'needs'
const service = (name, isInstalled) => ({ name, isInstalled: () => isInstalled, install: 'install ' + (name === 'Mars' ? 'mars' : 'all') })
`

test('lists each suite that did not run, what it needs, and the commands, each once', async () => {
  const a = `${HEAD}
    test('runs', () => {})
    describe('outer', () => {
      describe('on Mars', needs(service('Mars', false)), () => {
        test('one', () => { throw new Error('It ran.') })
        describe('inner', needs(service('Venus', false)), () => test.each([1, 2])('%i', () => {}))
      })
      describe('on Earth', needs(service('Earth', true)), () => test('is there', () => {}))
      test('is skipped for another reason', { skip: true }, () => {})
    })`
  const b = `${HEAD} test('on both', needs(service('Mars', false), service('Venus', false)), () => {})`
  expect(await endOf({ 'a.test.js': a, 'b.test.js': b })).toBe(`
NOT RUN: 4 tests in 2 suites, because this is not installed:
  Mars
    a.test.js: on Mars (3 tests)
    b.test.js: on both (1 test)
  Venus
    b.test.js: on both (1 test)
To install what is missing, run: install mars
To install what is missing, run: install all`)
})

test('prints nothing if everything ran', async () => {
  expect(await endOf({ 'a.test.js': `${HEAD} test('runs', needs(service('Earth', true)), () => {})` })).toBe(
    '',
  )
})
