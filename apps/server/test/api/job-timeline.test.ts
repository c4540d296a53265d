import type { JobEvent } from '@docent/client'
import { describe, expect, test } from 'vitest'
import { NOTHING_YET, withEvents } from '../../../dashboard/src/pages/jobs/timeline.ts'

const at = '2026-01-02T03:04:05.000Z'

/** The agent's own words at the end of the outcome of a run that said `said`. */
function ownWords(said: readonly string[], agentMessage: string): string | undefined {
  const events: JobEvent[] = said.map((text, index) => ({ type: 'text', sequence: index + 1, at, text }))
  const finished = {
    type: 'run-finished',
    sequence: said.length + 1,
    at,
    status: 'completed',
    messageToUser: '',
    outcome: { summary: 'No file changed.', agentMessage },
  } as JobEvent
  const last = withEvents(NOTHING_YET, [...events, finished]).entries.at(-1)
  return last?.kind === 'finished' ? last.outcome?.agentMessage : undefined
}

describe('the timeline of a job', () => {
  test('shows the last words of the agent once', () => {
    expect(ownWords(['Set the ', 'title.\n'], 'Set the title.')).toBe('')
  })

  test('keeps words that the timeline does not show', () => {
    expect(ownWords([], 'Set the title.')).toBe('Set the title.')
    expect(ownWords(['I look first.'], 'Set the title.')).toBe('Set the title.')
  })

  test('keeps the words of two steps apart', () => {
    expect(textsOf(['I look ', 'first.'], ['Set the title.'])).toEqual(['I look first.', 'Set the title.'])
  })

  test('shows what a step only repeats once', () => {
    expect(textsOf(['One link is broken.'], ['One link ', 'is broken.'], ['One link is broken.'])).toEqual([
      'One link is broken.',
    ])
  })

  test('counts a wait that repeats in one row, and begins another one for another reason', () => {
    const until = '2026-01-02T03:09:05.000Z'
    const waits = ['The model is away.', 'The model is away.', 'The model is away.', 'The key is wrong.']
    const events = waits.flatMap((reason, index) => [
      { type: 'waiting', sequence: 2 * index + 1, at, for: 'model', reason, until },
      { type: 'step-restarted', sequence: 2 * index + 2, at, run: 1, step: 1 },
    ]) as JobEvent[]
    expect(withEvents(NOTHING_YET, events).entries).toMatchObject([
      { text: 'Waiting: The model is away.', times: 3, until },
      { text: 'The step was interrupted, and started again.' },
      { text: 'Waiting: The key is wrong.' },
      { text: 'The step was interrupted, and started again.' },
    ])
  })
})

/** The texts that the timeline shows of a run whose steps said these pieces. */
function textsOf(...steps: readonly (readonly string[])[]): string[] {
  let sequence = 0
  const events = steps.flatMap((pieces, step) => [
    { type: 'step-started', sequence: ++sequence, at, run: 1, step },
    ...pieces.map((text) => ({ type: 'text', sequence: ++sequence, at, text })),
  ]) as JobEvent[]
  const end = { type: 'run-finished', sequence: sequence + 2, at, status: 'completed', messageToUser: '' }
  const pull = { type: 'pull-request', sequence: ++sequence, at, number: 1, url: '', draft: false }
  const { entries } = withEvents(NOTHING_YET, [...events, pull, end] as JobEvent[])
  return entries.flatMap((entry) => (entry.kind === 'text' ? [entry.text] : []))
}
