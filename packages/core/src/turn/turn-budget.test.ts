import { describe, expect, test } from 'vitest'
import { ReplyMeter } from './reply-meter.ts'
import { TurnBudget, type TurnUse } from './turn-budget.ts'
import { reachedLimit, type TurnLimits } from './turn-limits.ts'

const LIMITS: TurnLimits = {
  maxSteps: 10,
  endsWithAnswer: false,
  maxOutputTokens: 1_000,
  maxTextTokens: 2_000,
  maxTokens: 10_000,
  maxCostUsd: 1,
  maxToolCalls: 20,
  maxOutputBytes: 50_000,
  maxMs: 60_000,
}
const USED: TurnUse = { steps: 0, inputTokens: 0, outputTokens: 0, toolCalls: 0, outputBytes: 0, ms: 0 }
const PROMPT = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x'.repeat(900) }] }]

function budget(used: Partial<TurnUse>, limits: Partial<TurnLimits> = {}) {
  return new TurnBudget(
    { ...LIMITS, ...limits },
    { used: { ...USED, ...used }, price: { input: 10, output: 100 } },
  )
}

describe('TurnBudget', () => {
  test.each<[Partial<TurnUse>, string]>([
    [{ steps: 10 }, 'the limit of 10 steps was reached.'],
    [{ inputTokens: 6_000, outputTokens: 4_000 }, 'the limit of 10000 tokens was reached.'],
    [{ outputTokens: 9_999, inputTokens: 1 }, 'the limit of 10000 tokens was reached.'],
    [{ toolCalls: 20 }, 'the limit of 20 tool calls was reached.'],
    [{ outputBytes: 50_000 }, 'the limit of 50000 bytes of output was reached.'],
    [{ ms: 60_000 }, 'the limit of 1 minute was reached.'],
  ])('is used up by %o', (used, message) => {
    expect(budget(used).reached()?.message).toBe(message)
  })

  test('is used up by the price', () => {
    const expensive = budget({ outputTokens: 9_000 }, { maxTokens: 1e9, maxCostUsd: 0.5 })
    expect(expensive.reached()?.message).toBe('the limit of 0.5 US dollars was reached.')
  })

  test('gives the last step of an answer no tools, nor one after the last tool call', () => {
    const answer = budget({ steps: 8 }, { endsWithAnswer: true })
    expect(answer.beginStep()).toEqual({ allowsTools: true })
    expect(answer.beginStep()).toEqual({ allowsTools: false })
    const spent = budget({ toolCalls: 20 }, { endsWithAnswer: true })
    expect(spent.reached()).toBeUndefined()
    expect(spent.beginStep()).toEqual({ allowsTools: false })
  })

  test('asks the provider for no more than is left', () => {
    expect(budget({}).beginReply(PROMPT).maxOutputTokens).toBe(1_000)
    const left = budget({ inputTokens: 9_000 }).beginReply(PROMPT).maxOutputTokens
    expect(left).toBeGreaterThan(700)
    expect(left).toBeLessThan(850)
    expect(budget({ inputTokens: 9_900 }).beginReply(PROMPT).meter.reached?.name).toBe('maxTokens')
  })

  test.each([undefined, Number.NaN, -5, 0, 1e300, Number.POSITIVE_INFINITY, '7', null])(
    'counts by itself where the provider reports %s',
    (reported) => {
      const turn = budget({})
      const { meter } = turn.beginReply(PROMPT)
      meter.takeText('y'.repeat(1_000))
      const tokens = turn.endReply(PROMPT, meter, { inputTokens: reported, outputTokens: reported })
      expect(tokens.outputTokens).toBe(200)
      expect(tokens.inputTokens).toBeGreaterThan(180)
    },
  )

  test('believes a count that can be true', () => {
    const turn = budget({})
    const { meter } = turn.beginReply(PROMPT)
    meter.takeText('y'.repeat(1_000))
    const counted = { inputTokens: 150, outputTokens: 900 }
    expect(turn.endReply(PROMPT, meter, counted)).toEqual(counted)
  })

  test('allows the text of all replies together no more than an answer may have', () => {
    const turn = budget({}, { maxTextTokens: 300 })
    const first = turn.beginReply(PROMPT).meter
    expect(first.takeText('a'.repeat(1_000))).toHaveLength(1_000)
    turn.endReply(PROMPT, first, { inputTokens: 1, outputTokens: 1 })
    const second = turn.beginReply(PROMPT).meter
    expect(second.takeText('b'.repeat(1_000))).toHaveLength(500)
    expect(second.reached?.name).toBe('maxOutputTokens')
  })
})

describe('ReplyMeter', () => {
  const limit = reachedLimit('maxOutputTokens', 1)
  const meter = (output: number, texts = output, wire = 1_000_000) =>
    new ReplyMeter({ bytes: output, limit }, { bytes: texts, limit }, { bytes: wire, limit })

  test.each([
    ['ASCII', 'abcdefgh', 5, 'abcde'],
    ['two bytes a character', 'ääää', 5, 'ää'],
    ['three bytes a character', '漢字仮名', 7, '漢字'],
    ['surrogate pairs', '🙂🙂🙂', 9, '🙂🙂'],
    ['what just fits', 'äbc', 4, 'äbc'],
  ])('cuts %s between characters', (_, text, bytes, kept) => {
    expect(meter(bytes).takeText(text)).toBe(kept)
  })

  test('says so when the text goes on after the last byte that is left', () => {
    const counted = meter(3)
    expect(counted.takeText('abc')).toBe('abc')
    expect(counted.reached).toBeUndefined()
    expect(counted.takeText('d')).toBe('')
    expect(counted.reached).toBe(limit)
  })

  test('counts the pieces of an input and the whole call once', () => {
    const counted = meter(1_000)
    counted.takeInputPiece('{"a":')
    counted.takeInputPiece('1}')
    counted.takeToolCall('{"a":1}')
    counted.takeToolCall('{"b":2}')
    expect(counted.written).toBe(14)
  })

  test('ends a reply of parts with nothing in them', () => {
    const counted = meter(1_000, 1_000, 10)
    for (let part = 0; part < 10; part++) counted.takePart()
    expect(counted.reached).toBeUndefined()
    counted.takePart()
    expect(counted.reached).toBe(limit)
  })
})
