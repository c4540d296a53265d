import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { describe, expect, test } from 'vitest'
import { scriptedModel } from './scripted-model.ts'
import { scriptedProvider } from './scripted-provider.ts'

const call: LanguageModelV4CallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
}

describe('a scripted model', () => {
  test('streams reasoning, text in words and tool calls in order', async () => {
    const model = scriptedModel([
      { reasoning: 'Let me see.', text: 'One two', toolCalls: [{ toolName: 'look', input: { at: 1 } }] },
    ])
    const parts = await read((await model.doStream(call)).stream)
    expect(parts.map((part) => part.type)).toEqual([
      'stream-start',
      'response-metadata',
      'reasoning-start',
      'reasoning-delta',
      'reasoning-delta',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'finish',
    ])
    expect(parts.at(-2)).toMatchObject({ toolCallId: 'call-1-1', toolName: 'look', input: '{"at":1}' })
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls' } })
    expect(model.calls).toEqual([call])
  })

  test('generates the same content without a stream', async () => {
    const model = scriptedModel([{ text: 'One two', usage: { inputTokens: 7, outputTokens: 2 } }])
    const result = await model.doGenerate(call)
    expect(result.content).toEqual([{ type: 'text', text: 'One two' }])
    expect(result.usage.inputTokens.total).toBe(7)
    expect(result.finishReason.unified).toBe('stop')
  })

  test('answers by the call when the script is a function', async () => {
    const model = scriptedModel((_options, number) => ({ text: `call ${number}` }))
    await model.doGenerate(call)
    expect((await model.doGenerate(call)).content).toEqual([{ type: 'text', text: 'call 1' }])
  })

  test('says so when the script is used up', async () => {
    await expect(scriptedModel([]).doStream(call)).rejects.toThrow('The script has 0 replies')
  })

  test('rejects with the scripted error, or tells it in the stream after some deltas', async () => {
    const error = new Error('overloaded')
    const model = scriptedModel([{ error }, { text: 'one two three', error, errorAfterDeltas: 2 }])
    await expect(model.doStream(call)).rejects.toBe(error)
    const parts = await read((await model.doStream(call)).stream)
    expect(parts.filter((part) => part.type === 'text-delta')).toHaveLength(2)
    expect(parts.slice(-2)).toMatchObject([
      { type: 'error', error },
      { type: 'finish', finishReason: { unified: 'error' } },
    ])
  })

  test('breaks the stream when the connection is cut', async () => {
    const model = scriptedModel([{ text: 'one two', cut: true, errorAfterDeltas: 1 }])
    await expect(read((await model.doStream(call)).stream)).rejects.toThrow('The connection was lost.')
  })

  test('hangs until it is aborted, and counts the stop', async () => {
    const model = scriptedModel([{ text: 'one two', hang: true, errorAfterDeltas: 1 }])
    const abort = new AbortController()
    const { stream } = await model.doStream({ ...call, abortSignal: abort.signal })
    const reading = read(stream, (part) => part.type === 'text-delta' && abort.abort(new Error('enough')))
    await expect(reading).rejects.toThrow('enough')
    expect(model.stopped).toBe(1)
  })

  test('refuses a call that is aborted already', async () => {
    const model = scriptedModel([{ text: 'one' }])
    const reason = new Error('gone')
    await expect(model.doStream({ ...call, abortSignal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(model.calls).toEqual([])
  })

  test('ends at once when its reader leaves, even while it hangs', async () => {
    const model = scriptedModel([{ text: 'one two', hang: true }])
    const { stream } = await model.doStream(call)
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(model.stopped).toBe(1)
  })
})

describe('a scripted provider', () => {
  test('resolves its models by id and names those it has otherwise', () => {
    const fast = scriptedModel([])
    const provider = scriptedProvider('test', { fast, small: { model: fast, contextTokens: 1000 } })
    expect(provider.model('fast')).toMatchObject({ id: 'test:fast', model: fast, contextTokens: 200_000 })
    expect(provider.model('small').contextTokens).toBe(1000)
    expect(() => provider.model('other')).toThrow(/has no model 'other'. It has: fast, small/)
    expect(provider.defaults).toBeUndefined()
  })
})

async function read(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  onPart?: (part: LanguageModelV4StreamPart) => unknown,
): Promise<LanguageModelV4StreamPart[]> {
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) {
    parts.push(part)
    onPart?.(part)
  }
  return parts
}
