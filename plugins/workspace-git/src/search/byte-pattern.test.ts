import { expect, test } from 'vitest'
import { isBytePattern } from './byte-pattern.ts'

test.each(['needle-[0-9]+', '(configur|deploy)[a-z]+ed', '^# .*install.*$', 'a\\.b', '\\[x\\]\\(', ''])(
  '%j means the same for bytes',
  (pattern) => {
    expect(isBytePattern({ pattern })).toBe(true)
  },
)

test.each([
  'a.c',
  '^.ber$',
  '[^a]b',
  '\\w+',
  '\\bword',
  'x\\<y',
  '[[:alpha:]]',
  'über',
  'a.{2}',
  'a.?b',
  '\\1',
  'a\tb',
])('%j may mean other lines for bytes', (pattern) => {
  expect(isBytePattern({ pattern })).toBe(false)
})

test('plain text is bytes, but not when case does not count', () => {
  expect(isBytePattern({ pattern: 'a.c [^x]', fixed: true })).toBe(true)
  expect(isBytePattern({ pattern: 'ü', fixed: true })).toBe(false)
  expect(isBytePattern({ pattern: 'kelvin', ignoreCase: true })).toBe(false)
})
