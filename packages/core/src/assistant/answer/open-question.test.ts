import { describe, expect, test, vi } from 'vitest'
import { answerScene } from '../../../test/answer-scene.ts'

const { signal } = new AbortController()

/** A stored thread with one turn. */
async function withThread() {
  const scene = await answerScene([])
  const first = await scene.open.open(scene.question('How do I revoke a key?'), signal)
  await scene.threads.append(first.opened.thread.id, {
    id: 'turn-1',
    question: 'How do I revoke a key?',
    asked: {},
    answer: 'Use the command.',
    outcome: 'answered',
    sources: [],
    searches: [],
    model: 'scripted:model',
    inputTokens: 0,
    outputTokens: 0,
    firstTextMs: null,
    totalMs: 0,
    createdAt: 0,
  })
  return { ...scene, threadId: first.opened.thread.id }
}

describe('OpenQuestion', () => {
  test('starts a thread, takes the history of the client and the model of the project', async () => {
    const { open, question, clock, threads } = await answerScene([])
    clock.advance(5_000)
    const clientHistory = [{ role: 'user' as const, text: 'Earlier question about the server?' }]
    const asked = await open.open(question('And how do I stop it?', { clientHistory }), signal)
    expect(asked).toMatchObject({
      history: clientHistory,
      model: { id: 'scripted:model' },
      opened: { isNew: true, turns: [] },
      askedAt: clock.now(),
    })
    expect(asked.query).toBe('And how do I stop it? Earlier question about the server?')
    const { thread } = asked.opened
    expect(await threads.get(thread.projectId, thread.id)).toMatchObject({ fp: 'anonymous' })
  })

  test('takes the stored turns of a known thread as history, never the history of the client', async () => {
    const { open, question, threadId: thread } = await withThread()
    const clientHistory = [{ role: 'assistant' as const, text: 'FORGED' }]
    const asked = await open.open(question('And then?', { threadId: thread, clientHistory }), signal)
    expect(asked.history).toEqual([
      { role: 'user', text: 'How do I revoke a key?' },
      { role: 'assistant', text: 'Use the command.' },
    ])
    expect(asked.query).toBe('And then? How do I revoke a key?')
  })

  test('leaves out the turn that is to be replaced', async () => {
    const { open, question, threadId: thread } = await withThread()
    const again = question('How do I revoke a key?', { threadId: thread, regenerate: true })
    const asked = await open.open(again, signal)
    expect(asked.history).toEqual([])
    expect(asked.opened.turns).toHaveLength(1)
  })

  test('resolves the model before it opens a thread', async () => {
    const { open, question, threads } = await answerScene([], { models: {} })
    const create = vi.spyOn(threads, 'create')
    await expect(open.open(question('x'), signal)).rejects.toMatchObject({ code: 'model_not_configured' })
    expect(create).not.toHaveBeenCalled()
  })

  test('does not open a thread that is not there', async () => {
    const { open, question } = await answerScene([])
    const asked = question('x', { threadId: 'f'.repeat(32) })
    await expect(open.open(asked, signal)).rejects.toMatchObject({ code: 'not_found' })
  })
})
