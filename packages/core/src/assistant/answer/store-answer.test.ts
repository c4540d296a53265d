import { describe, expect, test } from 'vitest'
import { answerScene } from '../../../test/answer-scene.ts'
import { FoundPassages } from '../search/found-passages.ts'
import { AnswerDraft } from './answer-draft.ts'
import type { Question } from './question.ts'

async function setup() {
  const scene = await answerScene([])
  const { open, store, clock, project, question, threads } = scene
  const storeAnswer = async (turnId: string, text: string, more: Partial<Question> = {}) => {
    // The reader has left: the turn is stored nevertheless.
    const asked = await open.open(question('How?', more), new AbortController().signal)
    const draft = new AnswerDraft(asked.question, new FoundPassages(project), clock)
    clock.advance(300)
    if (text !== '') draft.write(`${text}\n\n`)
    clock.advance(700)
    draft.addUsage({ inputTokens: 10, outputTokens: 2 })
    draft.addUsage({ inputTokens: 20, outputTokens: 3 })
    await store.store({ turnId, asked, searches: ['How?'], draft, outcome: 'aborted', sources: [] })
    return asked.opened.thread.id
  }
  return { ...scene, storeAnswer, turns: (id: Parameters<typeof threads.turns>[0]) => threads.turns(id, 10) }
}

describe('StoreAnswer', () => {
  test('adds the turn to its thread with its times, its usage and what the caller sent along', async () => {
    const { storeAnswer, turns, clock } = await setup()
    const thread = await storeAnswer('turn-1', 'Half of it.', { currentPath: '/keys' })
    expect(await turns(thread)).toEqual([
      {
        id: 'turn-1',
        index: 0,
        question: 'How?',
        caller: 'other',
        asked: { context: [], currentPath: '/keys' },
        answer: expect.stringContaining('Half of it.'),
        outcome: 'aborted',
        sources: [],
        searches: ['How?'],
        model: 'scripted:model',
        inputTokens: 30,
        outputTokens: 5,
        firstTextMs: 300,
        totalMs: 1_000,
        createdAt: clock.now(),
      },
    ])
  })

  test('an answer without any text has no time of its first text', async () => {
    const { storeAnswer, turns } = await setup()
    const [turn] = await turns(await storeAnswer('turn-1', ''))
    expect(turn).toMatchObject({ answer: '', firstTextMs: null, totalMs: 1_000 })
  })

  test('replaces the last turn when the question asks for it again, also in a thread that just began', async () => {
    const { storeAnswer, turns } = await setup()
    const threadId = await storeAnswer('turn-1', 'One.', { regenerate: true })
    await storeAnswer('turn-2', 'Two.', { threadId })
    await storeAnswer('turn-3', 'Three.', { threadId, regenerate: true })
    expect((await turns(threadId)).map(({ id, index }) => [id, index])).toEqual([
      ['turn-1', 0],
      ['turn-3', 1],
    ])
  })
})
