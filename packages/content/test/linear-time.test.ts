import { afterEach, describe, expect, test, vi } from 'vitest'
import { growthCurve, superLinearAt } from './growth-curve.ts'
import { PAGE_SHAPES, SETTING_SHAPES, type Shape } from './hostile-shapes.ts'
import { PAGE_SCANNERS, SCRIPT_SCANNERS, SETTING_SCANNERS } from './scanners.ts'

const LONGEST = 1_048_576
const MINUTES = 60_000

/** `LINEAR_CURVES=1` also measures the time of all up to 1 MB, and prints it: milliseconds of CPU for 2 KB, 16 KB, … */
const isTimed = process.env.LINEAR_CURVES !== undefined

afterEach(() => {
  vi.restoreAllMocks()
})

if (isTimed)
  describe('time grows as the text does, from 2 KB to 1 MB', () => {
    const scanners = [...product(PAGE_SCANNERS, PAGE_SHAPES), ...product(SETTING_SCANNERS, SETTING_SHAPES)]
    test.each(scanners)('%s in %s', expectLinear, MINUTES)
  })

test.each(product(SCRIPT_SCANNERS, SETTING_SHAPES))(
  '%s give up a script of %s soon',
  (_scanner, _name, read, shape) => {
    // A clock of five times the speed, and a fifth of the longest script: the parser gives up what it would give up.
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() * 5)
    const before = process.threadCpuUsage()
    read(shape(180_000))
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

function product<Reader>(
  readers: Readonly<Record<string, Reader>>,
  shapes: Readonly<Record<string, Shape>>,
): [scanner: string, name: string, read: Reader, shape: Shape][] {
  return Object.entries(readers).flatMap(([scanner, read]) =>
    Object.entries(shapes).map(([name, shape]): [string, string, Reader, Shape] => [
      scanner,
      name,
      read,
      shape,
    ]),
  )
}

function expectLinear(scanner: string, name: string, read: (text: string) => unknown, shape: Shape): void {
  const curve = growthCurve(read, shape, { longest: LONGEST, whole: true })
  const times = curve.map(({ ms }) => ms.toFixed(1)).join(' ')
  console.info(`${scanner} | ${name} | ${times}`)
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
