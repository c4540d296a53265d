import { describe, expect, test } from 'vitest'
import { doublingCurve, superLinearAt } from './doubling-curve.ts'
import { PAGE_SHAPES, SETTING_SHAPES, type Shape } from './hostile-shapes.ts'
import { PAGE_SCANNERS, readScripts, SETTING_SCANNERS } from './scanners.ts'

const LONGEST = 1_048_576
const MINUTES = 60_000

/** `LINEAR_CURVES=1` measures all up to 1 MB, however slow, and prints it: milliseconds of CPU for 1 KB, 2 KB, … */
const printsCurves = process.env.LINEAR_CURVES !== undefined

describe('time grows as the text does, from 1 KB to 1 MB', () => {
  describe.each(Object.entries(PAGE_SHAPES))('in a page of %s', (name, shape) => {
    test.each(Object.entries(PAGE_SCANNERS))(
      '%s',
      (scanner, read) => expectLinear(scanner, read, name, shape),
      MINUTES,
    )
  })

  describe.each(Object.entries(SETTING_SHAPES))('in a configuration of %s', (name, shape) => {
    test.each(Object.entries(SETTING_SCANNERS))(
      '%s',
      (scanner, read) => expectLinear(scanner, read, name, shape),
      MINUTES,
    )
  })
})

test.each(Object.entries(SETTING_SHAPES))(
  'gives up a script of %s soon',
  (_name, shape) => {
    const before = process.threadCpuUsage()
    readScripts(shape(900_000))
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(15_000)
  },
  MINUTES,
)

describe('the measure', () => {
  const planted: [string, (text: string) => unknown][] = [
    ['looks through the rest of the text from each bracket', (text) => eachBracket(text, text.length)],
    ['looks 30,000 characters ahead from each bracket', (text) => eachBracket(text, 30_000)],
    ['matches with an ambiguous expression', (text) => /\[*x/.test(text)],
  ]

  test.each(planted)('catches a scanner that %s', (_name, read) => {
    const shape: Shape = (length) => '['.repeat(length)
    expect(superLinearAt(doublingCurve(read, shape, LONGEST), read, shape)).toBeDefined()
  })

  test('lets pass a scanner that reads each character a hundred times', () => {
    const shape: Shape = (length) => '['.repeat(length)
    const read = (text: string) => eachBracket(text, 100)
    expect(superLinearAt(doublingCurve(read, shape, LONGEST), read, shape)).toBeUndefined()
  })
})

function expectLinear(scanner: string, read: (text: string) => unknown, name: string, shape: Shape): void {
  const curve = doublingCurve(read, shape, LONGEST, printsCurves ? Number.POSITIVE_INFINITY : undefined)
  const times = curve.map(({ ms }) => ms.toFixed(1)).join(' ')
  if (printsCurves) console.info(`${scanner} | ${name} | ${times}`)
  expect(superLinearAt(curve, read, shape), `ms of 1 KB, 2 KB, 4 KB, …: ${times}`).toBeUndefined()
}

function eachBracket(text: string, ahead: number): number {
  let found = 0
  for (let at = 0; at < text.length; at += 1) {
    for (let other = at; other < Math.min(text.length, at + ahead); other += 1) {
      if (text.charCodeAt(other) === 93) found += 1
    }
  }
  return found
}
