import { afterEach, describe, expect, test, vi } from 'vitest'
import { growthCurve, superLinearAt } from './growth-curve.ts'
import { PAGE_SHAPES, SETTING_SHAPES, type Shape } from './hostile-shapes.ts'
import { PAGE_SCANNERS, readScripts, SETTING_SCANNERS } from './scanners.ts'

const LONGEST = 1_048_576
const MINUTES = 60_000

/** `LINEAR_CURVES=1` measures all up to 1 MB, however slow, and prints it: milliseconds of CPU for 2 KB, 16 KB, … */
const whole = process.env.LINEAR_CURVES !== undefined

/** A sixth of the scanners of each shape is measured on each day (UTC), so that six days measure all. */
const PARTS = 6
const today = Math.floor(Date.now() / 86_400_000)

function due<Scanner>(
  shapes: Readonly<Record<string, Shape>>,
  scanners: Readonly<Record<string, Scanner>>,
): [name: string, shape: Shape, scanners: [string, Scanner][]][] {
  const all = Object.entries(scanners)
  return Object.entries(shapes).flatMap(([name, shape], at): ReturnType<typeof due<Scanner>> => {
    const theirs = all.filter((_, scanner) => whole || (scanner + at + today) % PARTS === 0)
    return theirs.length === 0 ? [] : [[name, shape, theirs]]
  })
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('time grows as the text does, from 2 KB to 1 MB', () => {
  describe.each(due(PAGE_SHAPES, PAGE_SCANNERS))('in a page of %s', (name, shape, scanners) => {
    test.each(scanners)('%s', (scanner, read) => expectLinear(scanner, read, name, shape), MINUTES)
  })

  describe.each(due(SETTING_SHAPES, SETTING_SCANNERS))(
    'in a configuration of %s',
    (name, shape, scanners) => {
      test.each(scanners)('%s', (scanner, read) => expectLinear(scanner, read, name, shape), MINUTES)
    },
  )
})

test.each(Object.entries(SETTING_SHAPES))(
  'gives up a script of %s soon',
  (_name, shape) => {
    // A clock of five times the speed, and a fifth of the longest script: the parser gives up what it would give up.
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() * 5)
    const before = process.threadCpuUsage()
    readScripts(shape(180_000))
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(3_000)
  },
  MINUTES,
)

describe('the measure', () => {
  const planted: [string, (text: string) => unknown][] = [
    ['looks through the rest of the text from each bracket', (text) => eachBracket(text, text.length)],
    [
      'looks through the rest of the text from each 1,024th bracket, beside work that is linear',
      (text) => eachBracket(text, 60) + eachBracket(text, text.length, 1_024),
    ],
    ['looks 30,000 characters ahead from each bracket', (text) => eachBracket(text, 30_000)],
    ['matches with an ambiguous expression', (text) => /\[*x/.test(text)],
  ]

  test.each(planted)('catches a scanner that %s', (_name, read) => {
    const shape: Shape = (length) => '['.repeat(length)
    expect(superLinearAt(growthCurve(read, shape, { longest: LONGEST }), read, shape)).toBeDefined()
  })

  test('lets pass a scanner that reads each character a hundred times', () => {
    const shape: Shape = (length) => '['.repeat(length)
    const read = (text: string) => eachBracket(text, 100)
    expect(superLinearAt(growthCurve(read, shape, { longest: LONGEST }), read, shape)).toBeUndefined()
  })
})

function expectLinear(scanner: string, read: (text: string) => unknown, name: string, shape: Shape): void {
  const curve = growthCurve(read, shape, { longest: LONGEST, whole })
  const times = curve.map(({ ms }) => ms.toFixed(1)).join(' ')
  if (whole) console.info(`${scanner} | ${name} | ${times}`)
  expect(superLinearAt(curve, read, shape), `ms of 2 KB, 16 KB, 128 KB, 1 MB: ${times}`).toBeUndefined()
}

function eachBracket(text: string, ahead: number, step = 1): number {
  let found = 0
  for (let at = 0; at < text.length; at += step) {
    for (let other = at; other < Math.min(text.length, at + ahead); other += 1) {
      if (text.charCodeAt(other) === 93) found += 1
    }
  }
  return found
}
