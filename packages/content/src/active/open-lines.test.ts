import { expect, test } from 'vitest'
import { activeParts } from './active-parts.ts'

test('what begins on a line without an end of its own holds the rest of the line, once', () => {
  const behind = 'x'.repeat(1_000)
  const parts = activeParts('a.mdx', `{a {b ${behind}\n{c ${behind}\n`).filter(
    ({ kind }) => kind === 'expression',
  )
  expect(parts.map(({ key }) => key)).toEqual([
    `expression {a {b ${behind}`,
    `expression {b ${'x'.repeat(197)}`,
    `expression {c ${behind}`,
  ])
})
