import type { ModelCard } from '@docent/core'
import { openaiCompatible } from '@docent/model-ai-sdk'
import { openaiChatWire, type WireFault, type WireServer } from '@docent/simulators'
import { afterEach, describe, expect, it } from 'vitest'
import { behavedModel, type ChatBody, type Faults } from './behaved-model.ts'
import { checkWith } from './check-with.ts'
import { providersOf } from './providers-of.ts'

const CONTEXT = 8_192
let server: WireServer | undefined
afterEach(() => server?.close())

async function cardOf(
  faults: Faults,
  { planted = [], systemRole }: { planted?: WireFault[]; systemRole?: boolean } = {},
): Promise<ModelCard> {
  const reply = behavedModel(faults)
  server = await openaiChatWire((body) => reply(body as ChatBody))
  for (const fault of planted) server.plant(fault)
  const model = { contextTokens: CONTEXT, price: { input: 1, output: 2 }, systemRole }
  const providers = await providersOf(
    openaiCompatible({ name: 'local', baseURL: server.baseURL, models: { it: model } }),
  )
  return checkWith(providers)
}

const failed = ({ checks }: ModelCard) => checks.filter(({ outcome }) => outcome === 'failed')
const defectsOf = (card: ModelCard) => [...new Set(failed(card).flatMap(({ defects = [] }) => defects))]
const adviceOf = ({ advice }: ModelCard, setting: string) =>
  advice.find((each) => each.setting.startsWith(setting))?.value

describe('the card of a model', () => {
  it('has no failure for one that behaves well, and counts time, tokens and cost', async () => {
    const card = await cardOf({})
    expect(failed(card)).toEqual([])
    expect(card).toMatchObject({
      model: 'local:it',
      fitness: { assistant: 'unknown', agent: 'unknown' },
      advice: [],
      context: { claimed: CONTEXT, measured: CONTEXT, isAtLeast: true },
    })
    expect(card.checks.length).toBeGreaterThanOrEqual(11)
    expect(card.inputTokens).toBeGreaterThan(CONTEXT)
    expect(card.cost).toBeCloseTo((card.inputTokens + 2 * card.outputTokens) / 1e6)
  })

  it.each<[string, Faults, string, string | undefined, string | undefined]>([
    ['sends no stream', { isBuffered: true }, 'no-streaming', 'firstByteMs of openaiCompatible', '300000'],
    ['breaks arguments', { hasBrokenArguments: true }, 'broken-arguments', 'assistant.maxSteps', '1'],
    ['calls one tool at a time', { callsOneTool: true }, 'one-tool-at-a-time', 'agent.maxSteps', '150'],
    ['calls no tool', { callsNoTool: true }, 'no-tool-calls', 'models.agent', 'another model'],
    [
      'ignores system messages',
      { ignoresSystem: true },
      'ignores-system',
      'models["it"].systemRole',
      'false',
    ],
    ['ignores results', { ignoresResults: true }, 'ignores-tool-results', 'models.agent', 'another model'],
    ['never ends', { neverEnds: true }, 'never-finishes', 'models["it"].outputTokens', '2048'],
    ['counts no tokens', { reportsNothing: true }, 'no-usage', undefined, undefined],
    ['hides a cut reply', { neverStopsByLength: true }, 'wrong-stop-reason', undefined, undefined],
  ])('names that it %s', async (_, faults, defect, setting, value) => {
    const card = await cardOf(faults)
    expect(defectsOf(card)).toContain(defect)
    if (setting !== undefined) expect(adviceOf(card, setting)).toBe(value)
    for (const check of failed(card)) expect(check.detail).toMatch(/\.$/)
  })

  it('is not fit for an agent that cannot call tools, nor for anything when it ignores instructions', async () => {
    expect((await cardOf({ callsNoTool: true })).fitness).toEqual({ assistant: 'unknown', agent: 'unfit' })
    expect((await cardOf({ ignoresSystem: true })).fitness).toEqual({ assistant: 'unfit', agent: 'unfit' })
  })

  it('has no failure once its instructions stand in the message of the user, as recommended', async () => {
    expect(failed(await cardOf({ ignoresSystem: true }, { systemRole: false }))).toEqual([])
  })

  it('measures a window that is smaller than its claim', async () => {
    const card = await cardOf({ window: 4_000 * 4.5 })
    expect(defectsOf(card)).toEqual(['cuts-the-prompt'])
    expect(card.context.isAtLeast).toBe(false)
    expect(card.context.measured).toBeGreaterThanOrEqual(2_048)
    expect(card.context.measured).toBeLessThan(5_200)
    expect(adviceOf(card, 'models["it"].contextTokens')).toBe(String(card.context.measured))
  })

  it('goes on after refusals, and names them', async () => {
    const card = await cardOf(
      {},
      {
        planted: [
          { kind: 'status', status: 429 },
          { kind: 'status', status: 429 },
        ],
      },
    )
    expect(defectsOf(card)).toEqual(['rate-limited'])
    expect(failed(card)[0]?.detail).toContain('refused 2 of')
    expect(adviceOf(card, 'agent.concurrency')).toBe('1')
  })

  it('ends soon when nothing answers', async () => {
    const planted = Array.from({ length: 20 }, (): WireFault => ({ kind: 'status', status: 401 }))
    const card = await cardOf({}, { planted })
    expect(defectsOf(card)).toEqual(['unreachable'])
    expect(card.checks.find(({ id }) => id === 'context-window')?.outcome).toBe('skipped')
    expect(card.fitness).toEqual({ assistant: 'unfit', agent: 'unfit' })
  })
})
