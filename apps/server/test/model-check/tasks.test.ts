import type { CallMeter, ModelCheck } from '@docent/core'
import { openaiCompatible } from '@docent/model-ai-sdk'
import { openaiChatWire, type WireFault } from '@docent/simulators'
import type { ScriptedReply } from '@docent/testing'
import { describe, expect, it } from 'vitest'
import { CHECK_QUESTIONS } from '../../../../packages/evaluation/src/model-check/answer-questions.ts'
import { modelTasks } from '../../../../packages/evaluation/src/model-check/model-tasks.ts'
import { CHECK_TASKS } from '../../../../packages/evaluation/src/model-check/tasks/tasks.ts'
import { startTestServer } from '../start-test-server.ts'
import { BAD_HABITS, type BadHabit } from './good-model/bad-habits.ts'
import { type Chat, type ChatBody, readChat } from './good-model/chat.ts'
import { goodWork } from './good-model/good-worker.ts'
import { goodAnswer } from './good-model/good-writer.ts'

/** A task takes a second or two: CI runs some of each kind, and `MODEL_CHECK=all` runs all of them. */
const isWhole = process.env.MODEL_CHECK === 'all'
const GOOD = ['rollback', 'price', 'one-sentence']
const BAD = ['rollback', 'price', 'german', 'status', 'title']
const LONG = 600_000

type Reply = (id: string, chat: Chat, good: () => ScriptedReply) => ScriptedReply

interface CheckOptions {
  planted?: WireFault[]
  over?: () => string | undefined
  mostJobMs?: number
}

async function checked(
  only: readonly string[],
  reply: Reply,
  { planted = [], over = () => undefined, mostJobMs = LONG }: CheckOptions = {},
): Promise<{ checks: ModelCheck[]; meter: CallMeter }> {
  await using wire = await wireOf((chat) => {
    const id = idOf(chat)
    return reply(id, chat, () => (chat.isAgent ? goodWork(id, chat) : goodAnswer(id, chat)))
  })
  for (const fault of planted) wire.plant(fault)
  const plugin = openaiCompatible({ name: 'local', baseURL: wire.baseURL })
  // A model that never finishes shows it soon, and a worker hears soon that its job was cancelled.
  const config = { agent: { maxSteps: 8 }, leases: { jobs: { leaseMs: 15_000, heartbeatMs: 500 } } }
  await using server = await startTestServer({ morePlugins: [plugin], config })
  const checks: ModelCheck[] = []
  const meter = { calls: 0, refusals: 0 }
  const signal = AbortSignal.timeout(LONG)
  const request = { model: 'local:it', areas: ['answers', 'agent'], only, mostJobMs, signal } as const
  const tasks = modelTasks(server.running.docent, request)
  expect(tasks.count).toBe(only.length)
  await tasks.run({ onDone: (check) => void checks.push(check), over, meter })
  expect(wire.problems).toEqual([])
  expect(checks.map(({ id }) => id).sort()).toEqual([...only].sort())
  return { checks, meter }
}

describe('questions and tasks over the wire of OpenAI', () => {
  const all = [...CHECK_QUESTIONS, ...CHECK_TASKS].map(({ id }) => id)

  it('are 24, each with a habit that fails it', () => {
    expect(all).toHaveLength(24)
    expect(all.filter((id) => !BAD_HABITS.some((habit) => habit.id === id))).toEqual([])
  })

  it(
    'are all passed by a good model, and count its tokens',
    async () => {
      const { checks, meter } = await checked(isWhole ? all : GOOD, (_id, _chat, good) => good())
      expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
      expect(checks.every(({ inputTokens, outputTokens }) => inputTokens > 0 && outputTokens > 0)).toBe(true)
      expect(meter.calls).toBeGreaterThanOrEqual(checks.length)
      expect(meter.refusals).toBe(0)
    },
    LONG,
  )

  it(
    'are failed by bad habits, each for its reason',
    async () => {
      for (const habits of rounds(BAD_HABITS.filter(({ id }) => isWhole || BAD.includes(id)))) {
        const { checks } = await checked([...habits.keys()], (id, chat, good) => {
          const habit = habits.get(id)
          return habit ? habit.reply(chat, good) : good()
        })
        for (const { id, outcome, defects, detail } of checks) {
          const habit = habits.get(id)
          expect.soft({ id, outcome, defects }).toEqual({ id, outcome: 'failed', defects: [habit?.defect] })
          expect.soft(detail, `a model that ${habit?.does} in ${id}`).toMatch(habit?.detail ?? /^$/)
        }
      }
    },
    LONG,
  )

  it(
    'are skipped when the check is over, and count what the server refuses',
    async () => {
      let asked = 0
      const { checks, meter } = await checked(['rollback', 'secret'], (_id, _chat, good) => good(), {
        planted: [{ kind: 'status', status: 429, retryAfter: 0 }],
        over: () => (asked++ > 0 ? 'The time was over.' : undefined),
      })
      expect(checks.map(({ outcome }) => outcome)).toEqual(['passed', 'skipped'])
      expect(checks[1]?.detail).toBe('The time was over.')
      expect(meter).toEqual({ calls: 2, refusals: 1 })
    },
    LONG,
  )

  it(
    'fail alone when their job does not end',
    async () => {
      const { checks } = await checked(['one-sentence', 'title'], (_id, _chat, good) => good(), {
        mostJobMs: isWhole ? 20_000 : 1_500,
        planted: [{ kind: 'silent' }],
      })
      expect(checks[0]).toMatchObject({ outcome: 'failed', defects: ['never-finishes'] })
      // Without `MODEL_CHECK=all` the limit is too short for a good model on a busy machine.
      if (isWhole) expect(checks[1]).toMatchObject({ outcome: 'passed' })
    },
    LONG,
  )
})

/** In each round one habit of a question. */
function rounds(habits: readonly BadHabit[]): Map<string, BadHabit>[] {
  const all: Map<string, BadHabit>[] = []
  for (const habit of habits) {
    const round = all.find((each) => !each.has(habit.id)) ?? new Map<string, BadHabit>()
    if (round.size === 0) all.push(round)
    round.set(habit.id, habit)
  }
  return all
}

function idOf({ asked }: Chat): string {
  const task = CHECK_TASKS.find(({ prompt }) => asked.includes(prompt))
  const question = CHECK_QUESTIONS.find((each) => asked.includes(`<question>\n${each.question}\n`))
  return (task ?? question)?.id ?? 'nothing'
}

async function wireOf(reply: (chat: Chat) => ScriptedReply) {
  const wire = await openaiChatWire((body) => reply(readChat(body as ChatBody)))
  return Object.assign(wire, { [Symbol.asyncDispose]: () => wire.close() })
}
