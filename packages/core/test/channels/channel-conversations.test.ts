import { expect, test } from 'vitest'
import { ProjectGaps } from '../../src/assistant/analytics/project-gaps.ts'
import { ReadAnalytics } from '../../src/assistant/analytics/read-analytics.ts'
import { ChannelPeople } from '../../src/channels/channel-people.ts'
import { channelStateId } from '../../src/channels/channel-state.ts'
import { threadId } from '../../src/domain/ids.ts'
import { channelScene } from '../channel-scene.ts'

const EVER = { from: 0, to: 2 ** 48 }

async function scene(text: (asked: string) => string = () => 'Use `docent keys revoke` [1].') {
  const made = await channelScene({ script: ({ prompt }) => ({ text: text(JSON.stringify(prompt.at(-1))) }) })
  const say = async (message: Parameters<typeof made.channel.say>[0]) => {
    const said = made.channel.say(message)
    await made.deliver(said.delivery)
    await made.pass()
    return said
  }
  const conversations = async () =>
    (await made.threads.conversations(made.project.id, { ...EVER, limit: 100 })).entries
  return {
    ...made,
    say,
    conversations,
    analytics: made.docent.resolve(ReadAnalytics),
    gaps: made.docent.resolve(ProjectGaps),
  }
}

test('a conversation of a channel is read in the reports like any other, without who had it', async () => {
  const { say, conversations, analytics, project, channel } = await scene()
  const { thread } = await say({ text: 'How do I revoke a key?', author: 'quentin' })
  await say({ text: 'And how do I revoke all?', author: 'quentin', thread })
  expect(channel.own(thread)).toHaveLength(2)
  const [entry] = await conversations()
  expect(entry).toMatchObject({ turns: 2 })
  const detail = await analytics.conversation(project, entry?.id ?? '')
  expect(detail.turns.map(({ question }) => question)).toEqual([
    'How do I revoke a key?',
    'And how do I revoke all?',
  ])
  expect(detail.turns.every(({ sources }) => sources.some(({ path }) => path === '/keys'))).toBe(true)
  expect(JSON.stringify([entry, detail])).not.toContain('quentin')
})

test('its names are grounded, and what is not said is a gap of the report', async () => {
  const { say, threads, conversations, gaps, project } = await scene((asked) =>
    asked.includes('for ever') ? 'Run `docent keys revoke --for-ever` [1].' : 'Use `docent keys revoke` [1].',
  )
  await say({ text: 'How do I revoke a key?' })
  await say({ text: 'How do I revoke a key for ever?', author: 'bob' })
  const turns = await Promise.all(
    (await conversations()).map(async ({ id }) => (await threads.turns(threadId(id), 1))[0]),
  )
  const of = (outcome: string) => turns.find((turn) => turn?.outcome === outcome)
  expect(of('answered')?.grounding?.counts).toMatchObject({ invented: 0 })
  expect(of('unanswered')?.grounding?.counts).toMatchObject({ invented: 1 })
  expect((await gaps.open(project, EVER)).map(({ questions }) => questions[0]?.question)).toEqual([
    'How do I revoke a key for ever?',
  ])
})

test('it is deleted with the conversations that are too old', async () => {
  const { say, threads, clock, conversations } = await scene()
  await say({ text: 'How do I revoke a key?' })
  expect(await threads.prune(clock.now() - 86_400_000)).toBe(0)
  clock.advance(2 * 86_400_000)
  expect(await threads.prune(clock.now() - 86_400_000)).toBe(1)
  expect(await conversations()).toEqual([])
})

test('it is deleted with its person, who can ask again in the same thread', async () => {
  const { say, threads, docent, project, conversations, channel, webhooks } = await scene()
  const { thread } = await say({ text: 'How do I revoke a key?', author: 'U1' })
  for (const hash of docent.resolve(ChannelPeople).hashes('memory', 'U1'))
    await threads.forget(project.id, hash)
  expect(await conversations()).toEqual([])
  await say({ text: 'How do I revoke two keys?', author: 'U1', thread })
  expect(channel.own(thread)).toHaveLength(2)
  expect((await conversations()).map(({ turns }) => turns)).toEqual([1])
  // What is remembered of a thread has no words of people, and no ids of theirs.
  const state = await webhooks.get(channelStateId('memory', thread))
  expect(state?.data).toMatchObject({ count: 2 })
  expect(JSON.stringify(state)).not.toMatch(/U1|revoke/)
})
