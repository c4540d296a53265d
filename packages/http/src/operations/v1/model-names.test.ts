import { expect, test } from 'vitest'
import { v1Model } from './model-names.ts'

const AGENT = { agent: 'offline:a' }

test.each([
  ['a name that is asked for', 'opus', { ...AGENT, sonnet: 'offline:s' }, 'opus'],
  ['a name that is asked for and not mapped', 'opus', AGENT, 'opus'],
  ['sonnet, when nothing is asked for', undefined, { ...AGENT, sonnet: 'offline:s' }, 'sonnet'],
  ['the agent of a project that maps only that', undefined, AGENT, 'agent'],
  ['sonnet in a project that maps nothing', undefined, {}, 'sonnet'],
] as const)('v1 uses %s', (_what, asked, models, expected) => {
  expect(v1Model({ models }, asked)).toBe(expected)
})
