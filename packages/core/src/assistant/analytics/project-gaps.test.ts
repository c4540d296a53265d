import { ManualClock, MemoryProjectNotes, MemoryThreadStore, makeProject } from '@docent/testing'
import { expect, test } from 'vitest'
import { threadId } from '../../domain/ids.ts'
import { ProjectGaps } from './project-gaps.ts'

const DAY = 86_400_000

function scene() {
  const clock = new ManualClock()
  const threads = new MemoryThreadStore()
  const gaps = new ProjectGaps(threads, new MemoryProjectNotes(), clock)
  const project = makeProject({})
  let last = 0
  const ask = async (fp: string, question: string) => {
    clock.advance(1_000)
    last += 1
    const id = threadId(String(last).padStart(32, '0'))
    const createdAt = clock.now()
    await threads.create({ id, projectId: project.id, fp, threadKeyHash: null, createdAt })
    await threads.append(id, {
      ...{ id: `turn${last}`, question, answer: '', outcome: 'unanswered', createdAt, model: 'test:model' },
      ...{
        sources: [],
        searches: [],
        asked: {},
        inputTokens: 1,
        outputTokens: 1,
        firstTextMs: 1,
        totalMs: 2,
      },
    })
  }
  const titles = async (period = {}) => (await gaps.open(project, period)).map(({ title }) => title)
  const decide = async (title: string, wish: Parameters<typeof gaps.decide>[1], period = {}) => {
    const ids = (await gaps.list(project, period)).filter((gap) => gap.title === title).map(({ id }) => id)
    return gaps.decide({ project, period, ids }, wish)
  }
  return { clock, gaps, project, ask, titles, decide }
}

test('a dismissed gap comes back when others ask again, and not for who asked before', async () => {
  const { gaps, project, ask, titles, decide } = scene()
  await ask('ann', 'Is there a dark mode?')
  await ask('ann', 'Where is the proxy?')
  expect(await decide('Is there a dark mode?', { state: 'dismissed' })).toBe(1)
  expect(await titles()).toEqual(['Where is the proxy?'])
  expect((await gaps.list(project, {})).map(({ state }) => state).sort()).toEqual(['dismissed', 'open'])
  await ask('ann', 'is there a dark mode')
  expect(await titles()).toEqual(['Where is the proxy?'])
  await ask('bob', 'dark mode')
  expect(await titles()).toHaveLength(2)
})

test('who asked before the period is remembered, and the gap is known by another first question', async () => {
  const { clock, ask, titles, decide } = scene()
  await ask('ann', 'Is there a dark mode?')
  await ask('bob', 'Turn on the dark mode')
  const [from] = [clock.now()]
  await decide('Turn on the dark mode', { state: 'dismissed' }, { from })
  expect([await titles(), await titles({ from })]).toEqual([[], []])
  clock.advance(DAY)
  await ask('ann', 'dark mode?')
  expect([await titles(), await titles({ from: clock.now() - DAY / 2 })]).toEqual([[], []])
})

test('two anonymous readers count as two', async () => {
  const { ask, titles, decide } = scene()
  await ask('anonymous', 'Is there a dark mode?')
  await decide('Is there a dark mode?', { state: 'dismissed' })
  expect(await titles()).toEqual([])
  await ask('anonymous', 'Is there a dark mode?')
  expect(await titles()).toEqual(['Is there a dark mode?'])
})

test('a snoozed gap comes back at its time, whoever asks before', async () => {
  const { clock, gaps, project, ask, titles, decide } = scene()
  await ask('ann', 'Is there a dark mode?')
  const until = clock.now() + DAY
  await decide('Is there a dark mode?', { state: 'snoozed', until })
  await ask('bob', 'Is there a dark mode?')
  expect(await gaps.list(project, {})).toMatchObject([{ state: 'snoozed', snoozedUntil: until, count: 2 }])
  clock.advance(DAY)
  expect(await titles()).toEqual(['Is there a dark mode?'])
})

test('what was decided is taken back, and decided at once for several', async () => {
  const { gaps, project, ask, titles, decide } = scene()
  await ask('ann', 'Is there a dark mode?')
  await ask('ann', 'Where is the proxy?')
  const ids = (await gaps.list(project, {})).map(({ id }) => id)
  expect(await gaps.decide({ project, period: {}, ids: [...ids, 'none'] }, { state: 'dismissed' })).toBe(2)
  expect(await titles()).toEqual([])
  await decide('Where is the proxy?', { state: 'open' })
  expect(await titles()).toEqual(['Where is the proxy?'])
})

test('decisions at the same time are all kept', async () => {
  const { gaps, project, ask, titles } = scene()
  const topics = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
  for (const topic of topics) await ask('ann', `Explain ${topic}`)
  await Promise.all(
    topics.map(async (topic) => {
      const ids = (await gaps.list(project, {}))
        .filter(({ title }) => title.includes(topic))
        .map(({ id }) => id)
      await gaps.decide({ project, period: {}, ids }, { state: 'dismissed' })
    }),
  )
  expect(await titles()).toEqual([])
})
