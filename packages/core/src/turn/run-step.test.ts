import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type Script, type ScriptedModel, scriptedModel } from '@docent/testing'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { DocentError } from '../errors/docent-error.ts'
import type { Backoff } from './backoff.ts'
import { runStep } from './run-step.ts'
import type { StepPart, StepSink } from './step-part.ts'
import type { StepRequest } from './step-request.ts'
import { TurnBudget } from './turn-budget.ts'
import type { TurnLimits } from './turn-limits.ts'
import { defineTool } from './turn-tool.ts'

const LIMITS: TurnLimits = {
  maxSteps: 10,
  endsWithAnswer: false,
  maxOutputTokens: 1_000_000,
  maxTextTokens: 1_000_000,
  maxTokens: 10_000_000,
  maxCostUsd: 100,
  maxToolCalls: 100,
  maxOutputBytes: 10_000_000,
  maxMs: 60_000,
}

const echo = defineTool({
  name: 'echo',
  description: 'Says it again.',
  input: z.object({ text: z.string() }),
  execute: ({ text }) =>
    text === 'bad'
      ? Promise.reject(new DocentError('invalid_request', 'Not that word.'))
      : Promise.resolve(text),
})

function backoff(): Backoff & { slept: number[] } {
  const slept: number[] = []
  return {
    baseMs: 100,
    maxMs: 1000,
    random: () => 0.5,
    slept,
    sleep: (ms) => Promise.resolve(void slept.push(ms)),
  }
}

async function run(script: Script, changes: Partial<StepRequest> = {}, sink?: StepSink) {
  const model = scriptedModel(script)
  const waits = backoff()
  const parts: StepPart[] = []
  const outcome = await runStep(
    {
      model,
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }],
      tools: [echo],
      budget: new TurnBudget(LIMITS),
      signal: new AbortController().signal,
      firstPartMs: 60_000,
      idlePartMs: 60_000,
      maxAttempts: 3,
      restartable: true,
      backoff: waits,
      ...changes,
    },
    sink ?? ((part) => void parts.push(part)),
  )
  return { model, parts, outcome, slept: waits.slept }
}

const text = (parts: StepPart[]) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
const retryable = () => new DocentError('model_failed', 'Overloaded.', { isRetryable: true })

describe('runStep', () => {
  test('passes text on as it comes and answers the message for the next step', async () => {
    const { parts, outcome } = await run([
      { text: 'Hello there.', usage: { inputTokens: 5, outputTokens: 3 } },
    ])
    expect(text(parts)).toBe('Hello there.')
    expect(outcome).toMatchObject({
      text: 'Hello there.',
      calledTools: false,
      finishReason: 'stop',
      inputTokens: 5,
      outputTokens: 3,
    })
    expect(outcome.messages).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'Hello there.' }] },
    ])
  })

  test('runs tools in order and hands their results back, errors among them', async () => {
    const { parts, outcome } = await run([
      {
        toolCalls: [
          { toolName: 'echo', input: { text: 'one' } },
          { toolName: 'echo', input: { text: 'bad' } },
          { toolName: 'echo', input: { wrong: 1 } },
          { toolName: 'nothing', input: {} },
          { toolName: 'echo', rawInput: '{not json' },
        ],
      },
    ])
    const results = parts.flatMap((part) => (part.type === 'tool-result' ? [part] : []))
    expect(results.map((result) => result.isError)).toEqual([false, true, true, true, true])
    expect(results[1]?.output).toBe('Not that word.')
    expect(results[2]?.output).toContain('text:')
    expect(results[3]?.output).toContain('There is no tool nothing')
    expect(results[4]?.output).toContain('not valid JSON')
    expect(outcome.calledTools).toBe(true)
    expect(outcome.messages.map((message) => message.role)).toEqual(['assistant', 'tool'])
  })

  test('tries again with growing pauses when the model is overloaded', async () => {
    const { parts, slept, model } = await run([
      { error: retryable() },
      { error: retryable() },
      { text: 'Now.' },
    ])
    expect(text(parts)).toBe('Now.')
    expect(slept).toEqual([75, 150])
    expect(model.calls).toHaveLength(3)
  })

  test('waits as long as the model asks for', async () => {
    const busy = new DocentError('model_failed', 'Busy.', { isRetryable: true, retryAfterMs: 900 })
    expect((await run([{ error: busy }, { text: 'ok' }])).slept).toEqual([900])
  })

  test('says that a step begins anew when a reply breaks off in the middle', async () => {
    const broken = { text: ['half ', 'an answer'], error: retryable(), errorAfterDeltas: 1, cut: true }
    const { parts } = await run([broken, { text: 'whole' }])
    expect(parts.map((part) => part.type)).toEqual(['text', 'restarted', 'text'])
  })

  test('does not ask again once text was shown, when that would repeat it', async () => {
    const broken = { text: ['half ', 'an answer'], error: retryable(), errorAfterDeltas: 1, cut: true }
    await expect(run([broken, { text: 'whole' }], { restartable: false })).rejects.toThrow('Overloaded.')
  })

  test('gives up after the attempts it has, and at once on what a retry cannot mend', async () => {
    await expect(
      run([{ error: retryable() }, { error: retryable() }, { error: retryable() }]),
    ).rejects.toThrow('Overloaded.')
    const { promise, calls } = (() => {
      const model = scriptedModel([{ error: new DocentError('model_failed', 'No such model.') }])
      return { promise: run([], { model }), calls: model.calls }
    })()
    await expect(promise).rejects.toThrow('No such model.')
    expect(calls).toHaveLength(1)
  })

  test('ends a model that falls silent, and tries again', async () => {
    const { parts } = await run([{ hang: true }, { text: 'awake' }], { firstPartMs: 500, idlePartMs: 500 })
    expect(text(parts)).toBe('awake')
  })

  test('stops the model call at once when aborted', async () => {
    const controller = new AbortController()
    const model = scriptedModel([{ text: ['a ', 'b'], hang: true, errorAfterDeltas: 1 }])
    const promise = run([], { model, signal: controller.signal })
    setTimeout(() => controller.abort(new Error('left')), 10)
    await expect(promise).rejects.toThrow('left')
    expect(model.stopped).toBeGreaterThan(0)
  })

  test('joins the text that comes at once, and keeps it before what follows it', async () => {
    const { parts } = await run([
      {
        reasoning: ['Hm, ', 'so.'],
        text: ['one ', 'two ', 'three'],
        toolCalls: [{ toolName: 'echo', input: { text: 'x' } }],
      },
    ])
    expect(parts.map((part) => part.type)).toEqual([
      'reasoning',
      'reasoning',
      'text',
      'tool-call',
      'tool-result',
    ])
    expect(text(parts)).toBe('one two three')
  })

  test('keeps the order of text and reasoning that come at once', async () => {
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      start(controller) {
        for (const delta of ['a', 'b']) controller.enqueue({ type: 'text-delta', id: '1', delta })
        controller.enqueue({ type: 'reasoning-delta', id: 'r', delta: 'c' })
        controller.enqueue({ type: 'text-delta', id: '1', delta: 'd' })
        controller.enqueue({ type: 'finish', ...FINISH })
        controller.close()
      },
    })
    const model = { ...scriptedModel([]), doStream: async () => ({ stream }) } as unknown as ScriptedModel
    const parts: StepPart[] = []
    await run([], { model, maxAttempts: 1 }, (part) => void parts.push(part))
    expect(parts).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'reasoning', text: 'c' },
      { type: 'text', text: 'd' },
    ])
  })

  test('passes each delta on by itself while the loop keeps up', async () => {
    const { parts } = await run([{ text: ['one ', 'two ', 'three'], delayMs: 2 }])
    expect(parts).toEqual(['one ', 'two ', 'three'].map((each) => ({ type: 'text', text: each })))
  })

  test('shows what was said before a reply broke off', async () => {
    const broken = { text: ['half ', 'of ', 'it'], error: retryable(), errorAfterDeltas: 2, cut: true }
    const parts: StepPart[] = []
    await expect(run([broken], { restartable: false }, (part) => void parts.push(part))).rejects.toThrow(
      'Overloaded.',
    )
    expect(text(parts)).toBe('half of ')
  })

  test.each([
    ['at once', false],
    ['delta by delta', true],
  ])('reads a model that writes %s no further while its reader is behind', async (_, inTurns) => {
    const { model, made } = endlessModel(inTurns)
    const controller = new AbortController()
    const behind = Promise.withResolvers<void>()
    let shown = 0
    const promise = run([], { model, signal: controller.signal }, (part) => {
      if (part.type === 'text') shown += part.text.length
      return behind.promise
    })
    let before = -1
    await vi.waitFor(
      () => {
        const stalled = made() > 0 && made() === before
        before = made()
        expect(stalled).toBe(true)
      },
      { interval: 30 },
    )
    // 16 KiB of text at most, and the delta that was being read.
    expect(made()).toBeLessThan(20)
    expect(shown).toBeLessThan(20_000)
    behind.resolve()
    await vi.waitFor(() => expect(made()).toBeGreaterThan(before + 50))
    controller.abort(new Error('left'))
    await expect(promise).rejects.toThrow('left')
  })

  test('ends the step when its reader fails later', async () => {
    const { model, made } = endlessModel(true)
    await expect(
      run([], { model }, () => Promise.reject(new DocentError('aborted', 'Gone.'))),
    ).rejects.toThrow('Gone.')
    const before = made()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(made()).toBe(before)
  })

  test('stops the model call when its reader returns early', async () => {
    const model = scriptedModel([{ text: ['a ', 'b ', 'c'], hang: true, errorAfterDeltas: 1 }])
    await expect(
      run([], { model, maxAttempts: 1 }, () => {
        throw new DocentError('aborted', 'The client left.')
      }),
    ).rejects.toThrow('The client left.')
    expect(model.stopped).toBe(1)
  })
})

const FINISH: Omit<Extract<LanguageModelV4StreamPart, { type: 'finish' }>, 'type'> = {
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
}

/** Deltas of 1,000 characters for ever: as fast as they are read, or one a turn of the event loop. */
function endlessModel(inTurns: boolean) {
  let made = 0
  const stream = new ReadableStream<LanguageModelV4StreamPart>(
    {
      async pull(stream) {
        if (inTurns) await new Promise((resolve) => setImmediate(resolve))
        made++
        stream.enqueue({ type: 'text-delta', id: '1', delta: 'x'.repeat(1_000) })
        // Even so another test can run.
        if (made % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      },
    },
    { highWaterMark: 0 },
  )
  const model = { ...scriptedModel([]), doStream: async () => ({ stream }) } as unknown as ScriptedModel
  return { model, made: () => made }
}
