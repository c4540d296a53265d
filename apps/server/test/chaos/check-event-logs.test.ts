import type { JobEvent, StoredJobEvent } from '@docent/core'
import { expect, test } from 'vitest'
import { faultsOf } from './check-event-logs.ts'

const active = (run: number): JobEvent => ({ type: 'status', status: 'active', run })
const finished = (run: number, status: 'completed' | 'failed' = 'completed'): JobEvent => ({
  type: 'run-finished',
  run,
  status,
  haltReason: status === 'completed' ? 'completed' : 'error',
  messageToUser: 'Done.',
  prLink: null,
})
const wrote = (path: string): JobEvent => ({ type: 'file-changed', path, change: 'written' })
const pull = (number: number): JobEvent => ({ type: 'pull-request', url: 'u', number, draft: false })
const logOf = (...events: JobEvent[]): StoredJobEvent[] =>
  events.map((event, index) => ({ sequence: index + 1, at: 0, event }))

const good = [active(1), wrote('a.md'), pull(1), finished(1), active(2), wrote('b.md'), pull(1), finished(2)]

test('finds nothing wrong with two runs one after another', () => {
  expect(faultsOf(logOf(...good))).toEqual([])
})

test('takes what a step said before its worker died as void', () => {
  const restarted: JobEvent = { type: 'step-restarted', step: 0 }
  expect(faultsOf(logOf(active(1), wrote('a.md'), restarted, wrote('a.md'), pull(1), finished(1)))).toEqual(
    [],
  )
})

const started = (step: number): JobEvent => ({ type: 'step-started', step })

test('takes what a step said before it was started again as void, and no other', () => {
  const again = [active(1), started(1), wrote('a.md'), started(1), wrote('a.md'), pull(1), finished(1)]
  expect(faultsOf(logOf(...again))).toEqual([])
  const next = [active(1), started(1), wrote('a.md'), started(2), wrote('a.md'), pull(1), finished(1)]
  expect(faultsOf(logOf(...next))).toEqual(['a.md was written twice'])
  const run = [active(2), started(1), wrote('a.md'), pull(1), finished(2)]
  expect(faultsOf(logOf(active(1), started(1), wrote('a.md'), pull(1), finished(1), ...run))).toEqual([
    'a.md was written twice',
  ])
})

test.each([
  ['a gap', logOf(...good).filter(({ sequence }) => sequence !== 2), /has the number/],
  [
    'a repeated event',
    logOf(...good).flatMap((each, index) => (index === 1 ? [each, each] : [each])),
    /has the number/,
  ],
  [
    'a file written twice',
    logOf(active(1), wrote('a.md'), wrote('a.md'), pull(1), finished(1)),
    /written twice/,
  ],
  ['two pull requests', logOf(active(1), pull(1), pull(2), finished(1)), /names 2 pull requests/],
  ['no pull request', logOf(active(1), finished(1)), /names 0 pull requests/],
  ['a run that ends twice', logOf(active(1), pull(1), finished(1), finished(1)), /was not active/],
  ['a run in the middle of another', logOf(active(1), active(2), pull(1), finished(2)), /in the middle of/],
  ['a run that is left out', logOf(active(2), pull(1), finished(2)), /followed run 0/],
  ['work after the end', logOf(active(1), pull(1), finished(1), wrote('a.md')), /outside of a run/],
  ['no end', logOf(active(1), pull(1)), /never ended/],
  ['a failure', logOf(active(1), pull(1), finished(1, 'failed')), /failed/],
])('finds %s', (_, log, problem) => {
  expect(faultsOf(log).join('\n')).toMatch(problem)
})
