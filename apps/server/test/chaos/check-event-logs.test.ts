import type { JobEvent, StoredJobEvent } from '@docent/core/plugin'
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

const started = (step: number): JobEvent => ({ type: 'step-started', step })
const restarted = (step: number): JobEvent => ({ type: 'step-restarted', step })
const said: JobEvent = { type: 'text', text: 'I look' }

test('takes what a step said before it began again as void, and no other', () => {
  const begun = [active(1), started(1), said, wrote('a.md')]
  const again = [started(1), wrote('a.md'), pull(1), finished(1)]
  expect(faultsOf(logOf(...begun, restarted(1), ...again))).toEqual([])
  expect(faultsOf(logOf(...begun, restarted(2), ...again))).toEqual([
    'a.md was written twice',
    'step 1 began again and did not say so',
  ])
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
  [
    'a step that begins again and does not say so',
    logOf(active(1), started(2), said, started(2), pull(1), finished(1)),
    /step 2 began again/,
  ],
  ['a failure', logOf(active(1), pull(1), finished(1, 'failed')), /failed/],
])('finds %s', (_, log, problem) => {
  expect(faultsOf(log).join('\n')).toMatch(problem)
})
