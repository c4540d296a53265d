import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../scripts/ci/count-tests.mjs', import.meta.url))

type Status = 'passed' | 'failed' | 'skipped'

interface FabricatedFile {
  name: string
  status: 'passed' | 'failed'
  message: string
  startTime: number
  endTime: number
  assertionResults: Array<{ fullName: string; status: Status; failureMessages: string[] }>
}

/** The second run: it leaves the report that was fabricated for the file, and notes how it was called. */
const SECOND_RUN = `
const { appendFileSync, copyFileSync, existsSync } = require('node:fs')
const [folder, file, ...options] = process.argv.slice(2)
appendFileSync(folder + '/calls', file + ' ' + options[0] + '\\n')
const report = folder + '/' + file + '.json'
if (!existsSync(report)) process.exit(1)
copyFileSync(report, options.at(-1).slice('--outputFile.json='.length))
process.exit(JSON.parse(require('node:fs').readFileSync(report, 'utf8')).exit ?? 0)
`

describe('the count of a run of the tests', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'docent-count-'))
    writeFileSync(join(folder, 'second-run.cjs'), SECOND_RUN)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const path = (name: string) => join(folder, name)
  const write = (name: string, report: object) => writeFileSync(path(name), JSON.stringify(report))
  const read = (name: string) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : '')

  /** A file of tests with these results. One that cannot be loaded has none. */
  function file(name: string, ...statuses: Status[]): FabricatedFile {
    const isFailed = statuses.length === 0 || statuses.includes('failed')
    return {
      name,
      status: isFailed ? 'failed' : 'passed',
      message: statuses.length === 0 ? 'Cannot find module' : '',
      startTime: 0,
      endTime: 12_000,
      assertionResults: statuses.map((status, index) => ({
        fullName: `${name} ${index}`,
        status,
        failureMessages:
          status === 'failed' ? [`Error: ${name} broke\n    at a place\n    at b\n    at c`] : [],
      })),
    }
  }

  function count(first: FabricatedFile[] | undefined, seconds: Record<string, object> = {}) {
    if (first) write('first.json', { testResults: first })
    for (const [name, report] of Object.entries(seconds)) write(`${name}.json`, report)
    const isFailed = first?.some(({ status }) => status === 'failed')
    const args = [SCRIPT, path('first.json'), path('unsteady'), isFailed ? '1' : '0']
    return run([...args, process.execPath, path('second-run.cjs'), folder])
  }

  function run(args: string[]) {
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    return {
      numbers: stdout.trim().split('\n').at(-1),
      said: stderr,
      unsteady: read('unsteady'),
      calls: read('calls'),
    }
  }

  test('is that of the report when every file passed, and nothing runs again', () => {
    const counted = count([file('a', 'passed', 'skipped'), file('b', 'passed', 'passed')])
    expect(counted).toMatchObject({ numbers: '3 0', unsteady: '', calls: '' })
    expect(counted.said).toMatch(/12 s {2}.*a\n/)
  })

  test('takes a file that passes alone for passed, and lists it with its first error', () => {
    const counted = count([file('a', 'passed'), file('b', 'failed', 'passed', 'skipped')], {
      b: { testResults: [file('b', 'passed', 'passed', 'skipped')] },
    })
    expect(counted.numbers).toBe('3 0')
    expect(counted.calls).toBe('b --no-file-parallelism\n')
    expect(counted.unsteady).toMatch(/^\S*b\n {2}b 0\n {4}Error: b broke\n/)
    expect(counted.unsteady).not.toContain('at c')
  })

  test('takes a file that fails twice for failed', () => {
    const counted = count([file('a', 'failed', 'failed'), file('b', 'failed')], {
      a: { testResults: [file('a', 'passed', 'failed')], exit: 1 },
      b: { testResults: [file('b', 'passed')] },
    })
    expect(counted).toMatchObject({ numbers: '2 1', calls: expect.stringContaining('a --no-file') })
    expect(counted.unsteady).not.toMatch(/ a 0/)
  })

  test('runs a file again that could not be loaded', () => {
    const counted = count([file('a'), file('b')], { a: { testResults: [file('a', 'passed')] } })
    expect(counted.numbers).toBe('1 1')
    expect(counted.unsteady).toContain('Cannot find module')
  })

  test.each([
    ['leaves no report', {}],
    ['leaves out the test that failed', { a: { testResults: [file('a', 'skipped')] } }],
    ['has fewer tests', { a: { testResults: [{ ...file('a', 'passed'), assertionResults: [] }] } }],
    ['is of another file', { a: { testResults: [file('b', 'passed')] } }],
    ['ends with an error of its own', { a: { testResults: [file('a', 'passed')], exit: 1 } }],
  ])('stays failed when the second run %s', (_, seconds) => {
    expect(count([file('a', 'failed')], seconds)).toMatchObject({ numbers: '0 1', unsteady: '' })
  })

  test('runs nothing again when more than ten files failed', () => {
    const names = Array.from({ length: 11 }, (_, index) => `f${index}`)
    const counted = count([file('a', 'passed'), ...names.map((name) => file(name, 'failed'))])
    expect(counted).toMatchObject({ numbers: '1 11', calls: '' })
  })

  test('is a failure without a report, with a broken one, and for an error outside of any test', () => {
    expect(count(undefined).numbers).toBe('0 1')
    writeFileSync(path('first.json'), '{"testResults":')
    expect(count(undefined).numbers).toBe('0 1')
    write('first.json', { testResults: [file('a', 'passed')] })
    expect(run([SCRIPT, path('first.json'), path('unsteady'), '1', 'false']).numbers).toBe('1 1')
  })
})
