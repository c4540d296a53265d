import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ACCEPTED } from '../scripts/expressions/accepted.ts'
import { type Bare, expressionKey } from '../scripts/expressions/collect-expressions.ts'
import { findingsOf } from '../scripts/expressions/findings.ts'
import { judgeExpressions, VERDICTS } from '../scripts/expressions/judge-expressions.ts'
import { isPlainlyLinear } from '../scripts/expressions/plainly-linear.ts'
import { withFewRepetitions } from '../scripts/expressions/repetitions.ts'
import { SourceModule } from '../scripts/expressions/source-module.ts'
import { attackText } from '../scripts/expressions/verdict.ts'
import { readRoot } from './source-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'docent-expressions-'))
afterAll(() => rmSync(folder, { recursive: true }))

const judge = (expressions: readonly Bare[], cache = join(folder, `${Math.random()}.txt`)) =>
  judgeExpressions(expressions, cache)

const written = (code: string) =>
  SourceModule.parse('a.ts', code).expressions.map(({ source, flags }) => `/${source}/${flags}`)

describe('expressions are found', () => {
  test.each([
    ['as literals', 'const a = /a+b/gi', ['/a+b/gi']],
    ['in constructors', "new RegExp('a+', 'g'); RegExp(`b+`)", ['/a+/g', '/b+/']],
    ['with constants in them', "const A = 'x|y'; new RegExp(`^(?:${A})+$`)", ['/^(?:x|y)+$/']],
    ['with lists in them', "const A = ['x', 'y'] as const; new RegExp(`(${A.join('|')})+`)", ['/(x|y)+/']],
    ['with words in them', "const A = 'x y'; new RegExp(A.replaceAll(' ', '|'))", ['/x|y/']],
    ['with another in them', 'const A = /x+/; new RegExp(`(${A.source})+`)', ['/x+/', '/(x+)+/']],
    ['with values of the run in them', 'new RegExp(`^${quoted(name)}*`)', ['/^9*/']],
    ['with members in them', "const A = { b: 'x+' }; new RegExp(A.b + '$')", ['/x+$/']],
    ['as raw texts', 'new RegExp(String.raw`\\s+$`)', ['/\\s+$/']],
    ['in no comment and no text', "// /a+/\nconst a = '/a+/'", []],
  ])('%s', (_, code, found) => {
    expect(written(code)).toEqual(found)
  })
})

describe('the judge', () => {
  test('tells linear, polynomial, and exponential expressions', async () => {
    const expressions = [/^a*$/, /(?:a|b)+c/, /\s+$/, /a*b*a*b*c/, /^(?:a+)+$/, /(?:^|\s)x+x+x+y/]
    const verdicts = await judge(expressions)
    const growth = expressions.map((each) => {
      const { growth, degree } = verdicts.get(expressionKey(each)) ?? {}
      return [growth, degree].filter((part) => part !== undefined).join(' ')
    })
    expect(growth).toEqual(['linear', 'polynomial 2', 'polynomial 2', growth[3], 'exponential', growth[5]])
    expect(growth[3]).toMatch(/^polynomial [3-6]$/)
    expect(growth[5]).toMatch(/^polynomial [3-4]$/)
  })

  test('keeps its verdicts', async () => {
    const cache = join(folder, 'kept.txt')
    const first = await judge([/\s+$/], cache)
    const began = process.cpuUsage()
    expect(await judge([/\s+$/], cache)).toEqual(first)
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1_000).toBeLessThan(200)
  })

  test.each([/^a*b/, /ab{2,}/g, /[^x]{1,4}/, /^(?:a|b){3}/, /^[^|(]+\|/])('needs no proof of %s', (plain) => {
    expect(isPlainlyLinear(plain.source, plain.flags)).toBe(true)
  })

  test.each([/a*b/, /^a*b/m, /^(?:a*b){3}c/, /^(?:a|b)*c/, /^a+b+/, /(a)b*\1/, /^(?:x|a*b)/, /a|^b*c/])(
    'needs a proof of %s',
    (other) => {
      expect(isPlainlyLinear(other.source, other.flags)).toBe(false)
    },
  )

  test('counts few of a counted repetition, and takes thousands for endless', () => {
    expect(withFewRepetitions(String.raw`a{2}b{1,200}[{3,99}]\{4,99}c{0,9000}d{40,}\p{L}{50}`)).toBe(
      String.raw`a{2}b{1,3}[{3,99}]\{4,99}c{0,}d{3,}\p{L}{3}`,
    )
  })
})

describe('a finding', () => {
  const file = 'packages/a/src/b.ts'
  const quadratic = /\s+$/
  const accepted = [{ input: 'a', bound: { name: 'A', file }, expressions: { [file]: [quadratic] } }]
  const at = ({ source, flags }: RegExp) => [{ file, line: 3, source, flags }]
  const verdictsOf = (expression: RegExp, degree?: number) =>
    new Map([
      [
        expressionKey(expression),
        degree === undefined ? ({ growth: 'unknown' } as const) : { growth: 'polynomial' as const, degree },
      ],
    ])

  test('is what grows with the square, and is not accepted', () => {
    const verdicts = verdictsOf(quadratic, 2)
    expect(findingsOf(at(quadratic), verdicts, [], () => true)).toEqual([
      `${file}:3 takes time to the power of 2: /\\s+$/`,
    ])
    expect(findingsOf(at(quadratic), verdicts, accepted, () => true)).toEqual([])
  })

  test('is what grows faster, although it is accepted', () => {
    expect(findingsOf(at(quadratic), verdictsOf(quadratic, 3), accepted, () => true)).toHaveLength(2)
  })

  test('is what cannot be decided, and is not accepted', () => {
    expect(findingsOf(at(quadratic), verdictsOf(quadratic), [], () => true)).toEqual([
      `${file}:3 cannot be decided: /\\s+$/`,
    ])
  })

  test('is what is accepted, and stands no longer where it was', () => {
    const elsewhere = at(quadratic).map((each) => ({ ...each, file: 'packages/a/src/c.ts' }))
    expect(findingsOf(elsewhere, verdictsOf(quadratic, 2), accepted, () => true)).toHaveLength(2)
    expect(findingsOf([], new Map(), accepted, () => false)).toEqual([])
  })
})

describe('an accepted expression', () => {
  const root = new URL('..', import.meta.url).pathname

  test.each(ACCEPTED)('has a text that is bounded: $input', async ({ bound, expressions }) => {
    const length = SourceModule.read(join(root, bound.file)).numberOf(bound.name)
    expect(length, `${bound.name} of ${bound.file}`).toBeGreaterThan(0)
    const all = Object.values(expressions).flat()
    const verdicts = await judge(all, join(root, VERDICTS))
    for (const expression of all) {
      const { attack } = verdicts.get(expressionKey(expression)) ?? {}
      if (attack === undefined) continue
      const text = attackText(attack, length ?? 0)
      expect(
        cpuOf(() => text.replace(expression, '')),
        `${expression}`,
      ).toBeLessThan(50)
    }
  })

  test('of another package is bounded by a constant that its file uses', () => {
    for (const { bound } of ACCEPTED)
      expect(readRoot(bound.file).split(bound.name).length, bound.file).toBeGreaterThan(2)
  })
})

/** The shortest of three runs, ms. */
function cpuOf(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}
