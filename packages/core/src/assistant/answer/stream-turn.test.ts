import type { Script } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { answerScene } from '../../../test/answer-scene.ts'
import type { AnswerPart } from '../../streams/answer-part.ts'
import { AnswerDraft } from './answer-draft.ts'

const { signal } = new AbortController()

async function streamed(script: Script) {
  const { open, gather, turn, question, model, clock } = await answerScene(script)
  const asked = await open.open(question('How do I revoke a key?'), signal)
  const evidence = await gather.gather(asked.question, asked.query, signal)
  const draft = new AnswerDraft(asked.question, evidence.found, clock)
  const parts: AnswerPart[] = []
  const end = await turn.stream(asked, evidence, draft, signal, (part) => void parts.push(part))
  return { parts, draft, end, model, evidence }
}

const again = { toolCalls: [{ toolName: 'search', input: { query: 'install server' } }] }

describe('StreamTurn', () => {
  test('shows the text of the model with its citations as links, and counts what it cost', async () => {
    const { parts, draft, end } = await streamed([{ text: 'Use docent keys revoke [1].' }])
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
    expect(text).toContain('[1](https://docs.example.com/keys')
    expect(draft.text).toBe(text)
    expect(draft.usage.outputTokens).toBeGreaterThan(0)
    expect(end.finishReason).toBe('stop')
    expect(end.limit).toBeUndefined()
  })

  test('gives the model the results of its tools, and no tools in the last step', async () => {
    const { parts, model, evidence } = await streamed([again, again, { text: 'Run npm start.' }])
    expect(model.calls.map((call) => call.tools?.length ?? 0)).toEqual([2, 2, 0])
    expect(model.calls[1]?.prompt.at(-1)).toMatchObject({ role: 'tool' })
    expect(evidence.searches).toHaveLength(3)
    expect(parts.map(({ type }) => type).filter((type) => type !== 'text')).toEqual([
      'tool-call',
      'tool-result',
      'step-finish',
      'step-start',
      'tool-call',
      'tool-result',
      'step-finish',
      'step-start',
    ])
  })

  test('shows a tool that failed as an error of the tool', async () => {
    const missing = { toolCalls: [{ toolName: 'read_page', input: { path: '/none' } }] }
    const { parts } = await streamed([missing, { text: 'Nothing there.' }])
    expect(parts).toContainEqual({
      type: 'tool-error',
      toolCallId: expect.any(String),
      toolName: 'read_page',
      errorText: 'There is no page /none. Search for it.',
    })
  })

  test('names the limit that ended the turn', async () => {
    const { end } = await streamed([{ text: 'word '.repeat(5_000) }])
    expect(end).toMatchObject({ finishReason: 'length', limit: { name: 'maxOutputTokens', max: 500 } })
  })
})
