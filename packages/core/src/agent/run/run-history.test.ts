import { expect, test } from 'vitest'
import type { RecordedStep, StepKind } from '../../ports/job-store.ts'
import { readHistory } from './run-history.ts'

let index = 0

function step(
  kind: StepKind,
  data: RecordedStep['data'] = {},
  more: Partial<RecordedStep> = {},
): RecordedStep {
  index += 1
  return {
    index,
    at: index * 1000,
    run: 1,
    kind,
    data,
    messages: [],
    read: [],
    changes: [],
    inputTokens: 0,
    outputTokens: 0,
    workMs: 0,
    ...more,
  }
}

const opened = () => step('opened', { commit: 'c1', branch: 'docent/a' })
const finished = (text: string) => step('model', { finished: true, text })
const published = () => [
  step('publish-intent', { publish: { summary: 'old' } }),
  step('pushed', { commit: 'c2' }),
  step('pull-request', { number: 1, url: 'u', branch: 'docent/a', draft: false }),
]

test('a budget that was used up ends the run, and is remembered by whoever carries it on', () => {
  const steps = [opened(), step('model'), step('feedback', { stopped: 'the limit.' })]
  expect(readHistory(steps, 1, false)).toMatchObject({
    phase: 'finish',
    stoppedBecause: 'the limit.',
    checkRounds: 0,
  })
  expect(readHistory([...steps, step('model')], 1, false).stoppedBecause).toBeUndefined()
})

test('a run that begins again on what it published has published nothing yet', () => {
  const steps = [opened(), step('feedback', { problems: 1 }), finished('old'), ...published()]
  expect(readHistory(steps, 1, false)).toMatchObject({ phase: 'settle', checkRounds: 1, pushedCommit: 'c2' })
  const again = [...steps, step('opened', { commit: 'c2', branch: 'docent/a' }), finished('new')]
  const history = readHistory(again, 1, false)
  expect(history).toMatchObject({ phase: 'finish', summary: 'new', checkRounds: 0, modelSteps: 2 })
  expect(history.publish).toBeUndefined()
  expect(history.pushedCommit).toBeUndefined()
})

test('what a step changed lies over what earlier ones did, and a conflict lays all of it anew', () => {
  const change = (path: string, text: string | null) => ({ path, content: text && Buffer.from(text) })
  const steps = [
    opened(),
    step('model', {}, { changes: [change('a', '1'), change('b', '1')] as RecordedStep['changes'] }),
    step('model', {}, { changes: [change('a', null)] as RecordedStep['changes'] }),
  ]
  expect(readHistory(steps, 1, false).changes).toEqual([change('a', null), change('b', '1')])
  const conflict = step('opened', { commit: 'c3', branch: 'docent/a', conflict: true })
  const after = readHistory([...steps, conflict], 1, false)
  expect(after).toMatchObject({ changes: [], conflictRounds: 1, opened: { commit: 'c3' } })
})

test('unpublished changes of a failed run are carried into the next, those of a cancelled one are not', () => {
  const changes = [{ path: 'a', content: Buffer.from('1') }]
  const steps = [opened(), step('model', {}, { changes }), step('halted')]
  expect(readHistory(steps, 2, false)).toMatchObject({ phase: 'open', carried: changes, changes: [] })
  expect(readHistory(steps, 2, true).carried).toEqual([])
})
