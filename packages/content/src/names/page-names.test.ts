import { expect, test } from 'vitest'
import type { Page } from '../formats/page/page.ts'
import { addPageNames } from './page-names.ts'

function namesOf(content: string) {
  const names = new Set<string>()
  const page = { path: '/a', title: 'A', headings: [], content } as unknown as Page
  const pauses = Array.from(addPageNames(page, names, new Set())).length
  return { names, pauses }
}

test.each([
  ['\n', 'between lines'],
  [' ', 'between words'],
])('a long page has the names of its parts, cut %j %s', (between) => {
  const name = (at: number) => `some_name_${at}.other`
  const all = Array.from({ length: 6_000 }, (_, at) => name(at))
  const { names, pauses } = namesOf(all.join(between))
  expect(pauses).toBeGreaterThan(5)
  expect(all.filter((each) => !names.has(each))).toEqual([])
  const short = namesOf(`${name(1)}${between}${name(2)}`)
  expect([...short.names].filter((key) => !names.has(key))).toEqual([])
})

test('a page without a place to cut ends', () => {
  expect(namesOf('x'.repeat(100_000)).pauses).toBe(5)
})
