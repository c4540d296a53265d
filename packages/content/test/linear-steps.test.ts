import { afterAll, describe, expect, test } from 'vitest'
import { PAGE_SHAPES, SETTING_SHAPES, type Shape } from './hostile-shapes.ts'
import { PAGE_SCANNERS, SETTING_SCANNERS } from './scanners.ts'
import { StepCounter } from './step-counter.ts'
import { superLinear } from './step-growth.ts'

const counter = new StepCounter()

afterAll(() => counter.close())

describe('steps grow as the text does', () => {
  test.each(Object.entries(PAGE_SHAPES))('in a page of %s', (_shape, shape) => {
    expect(superLinear(counter, Object.values(PAGE_SCANNERS), shape)).toEqual([])
  })

  test.each(Object.entries(SETTING_SHAPES))('in a configuration of %s', (_shape, shape) => {
    expect(superLinear(counter, Object.values(SETTING_SCANNERS), shape)).toEqual([])
  })
})

describe('the measure', () => {
  const shape: Shape = (length) => '['.repeat(length)
  const linear = (text: string) => eachFrom(text, () => text)
  const counted: [string, (text: string) => unknown][] = [
    ['looks through the rest of the text from each bracket', (text) => eachBracket(text, text.length)],
    [
      'searches the rest of the text from each bracket',
      (text) => eachFrom(text, (at) => text.indexOf(']', at)),
    ],
    [
      'matches in the rest of the text from each bracket',
      (text) => eachFrom(text, (at) => /x/.test(text.slice(at))),
    ],
    ['looks for each bracket in a list of all', (text) => eachFrom(text, (at) => [...text].indexOf(`${at}`))],
  ]

  test.each(counted)('catches a scanner that %s', (_name, read) => {
    expect(superLinear(counter, [linear, read, linear], shape)).not.toEqual([])
  })

  test('lets pass a scanner that looks 1,000 characters ahead from each bracket', () => {
    expect(superLinear(counter, [(text) => eachBracket(text, 1_000)], shape)).toEqual([])
  })
})

function eachFrom(text: string, look: (at: number) => unknown): void {
  for (let at = 0; at < text.length; at += 1) look(at)
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
