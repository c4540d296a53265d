import { expect, test } from 'vitest'
import { nearestCommand } from './nearest-command.ts'

const names = ['serve', 'keys', 'projects', 'index', 'ask', 'agent', 'eval']

test.each([
  ['agnet', 'agent'],
  ['key', 'keys'],
  ['proj', 'projects'],
  ['evaluate', 'eval'],
  ['a', undefined],
  ['deploy', undefined],
])('takes "%s" for %s', (typed, meant) => {
  expect(nearestCommand(typed, names)).toBe(meant)
})
