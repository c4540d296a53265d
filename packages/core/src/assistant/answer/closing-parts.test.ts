import { describe, expect, test } from 'vitest'
import { answerScene } from '../../../test/answer-scene.ts'
import { AnswerDraft } from './answer-draft.ts'
import { closingParts } from './closing-parts.ts'

const { signal } = new AbortController()

/** What follows that text in a project that wants suggestions. */
async function closing(text: string, end: Parameters<typeof closingParts>[3]) {
  const assistant = { finishThreadId: 'auto', threadKeys: 'optional', suggestions: true } as const
  const { gather, question, clock } = await answerScene([], { assistant })
  const evidence = await gather.gather(question('How?'), 'revoke a key or install the server', signal)
  const draft = new AnswerDraft(question('How?'), evidence.found, clock)
  draft.write(text)
  draft.endStep()
  return [...closingParts(question('How?'), evidence, draft, end)]
}

describe('closingParts', () => {
  test('suggests a page that the answer does not cite, then lists the sources and the usage', async () => {
    const parts = await closing('Revoke it [1].', { finishReason: 'stop' })
    expect(parts.map(({ type }) => type)).toEqual(['text', 'source', 'step-finish'])
  })

  test('suggests nothing after an answer that was cut off, and names the limit', async () => {
    const limit = { name: 'maxTokens', max: 5, message: 'It reached 5 tokens.' } as const
    const parts = await closing('Revoke it [1].', { finishReason: 'other', limit })
    expect(parts.map(({ type }) => type)).toEqual(['text', 'data', 'source', 'step-finish'])
    expect(parts[0]).toMatchObject({ text: expect.stringContaining('It reached 5 tokens.') })
    expect(parts[1]).toMatchObject({ data: { setting: 'assistant.maxTokens', max: 5 } })
  })

  test('lists no source of an answer that says that the docs hold none', async () => {
    const parts = await closing('[[unanswered]] Not there [1].', { finishReason: 'stop' })
    expect(parts.map(({ type }) => type)).toEqual(['step-finish'])
  })
})
