import { simulateSlack } from '@docent/simulators'
import { channelContract, ManualClock } from '@docent/testing'
import { expect, test } from 'vitest'
import { resolveSettings, SlackChannelOptions } from './options.ts'
import { SlackChannel } from './slack-channel.ts'

const USERS = { ada: 'UADA', maintainer: 'UGRACE', bot: 'UBOT', docent: 'UDOCENT' }

async function start() {
  const clock = new ManualClock()
  const slack = await simulateSlack(() => clock.now())
  const options = SlackChannelOptions.parse({
    ...{
      token: slack.token,
      baseUrl: slack.apiUrl,
      signingSecret: slack.signingSecret,
      maintainers: ['UGRACE'],
    },
    ...{ retries: 1, retryDelayMs: 1, maxRateLimitWaitMs: 0 },
  })
  return { clock, slack, channel: new SlackChannel(resolveSettings(options, {}), { clock }) }
}

channelContract('Slack', async () => {
  const { clock, slack, channel } = await start()
  const place = `${slack.team}/${slack.channel}`
  return {
    channel,
    clock,
    place,
    say({ text, author, to, mention }) {
      const bots = { ada: {}, maintainer: {}, bot: { bot_id: 'B1' }, docent: { bot_id: slack.bot.id } }
      const thread = to?.name.id.split('/')[2]
      const message = slack.say(USERS[author], mention ? `<@${slack.bot.user}> ${text}` : text, {
        ...bots[author],
        ...(thread === undefined ? {} : { thread_ts: thread }),
      })
      const name = { place, id: `${place}/${thread ?? message.ts}` }
      return {
        name,
        post: message.ts,
        delivery: slack.delivery(message, mention ? 'app_mention' : 'message'),
      }
    },
    edit({ post }, text) {
      const message = slack.find(post)
      if (!message) return undefined
      message.text = `<@${slack.bot.user}> ${text}`
      return slack.delivery(message, 'message', 'message_changed')
    },
    closeThread({ post }) {
      slack.find(post)?.reactions.push({ name: 'white_check_mark', users: ['UADA'] })
    },
    shown(_, post) {
      const text = (slack.find(post)?.blocks ?? [])
        .flatMap((block) => (block.type === 'markdown' ? [String(block.text)] : []))
        .join('\n')
      return {
        text,
        links: [...text.matchAll(/\]\((https:[^)]*)\)/g)].map(([, url = '']) => url),
        code: text.match(/```[\s\S]*?```/g) ?? [],
      }
    },
    pings: () => slack.pings(),
    limitNextReply: (seconds) => slack.limitNextPost(seconds),
    loseNextReply: () => slack.loseNextPost(),
    forge: ({ body }) => slack.signed(Buffer.from(body).toString(), { secret: 'another secret' }),
    close: () => slack.close(),
  }
})

test('refuses a delivery that is older than five minutes, answers the challenge, and reads commands', async () => {
  const { clock, slack, channel } = await start()
  const old = slack.delivery(slack.say('UADA', 'How?'), 'app_mention')
  clock.advance(301_000)
  await expect(channel.verify(old)).rejects.toThrow('too old')
  const challenge = slack.signed(JSON.stringify({ type: 'url_verification', challenge: 'c' }))
  expect((await channel.verify(challenge)).reply).toEqual({ status: 200, body: { challenge: 'c' } })
  const begun = { type: 'assistant_thread_started', assistant_thread: { channel_id: 'D1' } }
  const opened = slack.signed(JSON.stringify({ type: 'event_callback', team_id: 'T1', event: begun }))
  expect(await channel.verify(opened)).toEqual({ events: [], reply: { status: 200, body: {} } })
  const form = new URLSearchParams({
    command: '/docent',
    text: 'How?',
    team_id: 'T1',
    channel_id: 'C1',
    user_id: 'UADA',
    trigger_id: '1.2',
  })
  const command = slack.signed(form.toString(), { type: 'application/x-www-form-urlencoded' })
  const { events } = await channel.verify(command)
  expect(events).toMatchObject([{ kind: 'mention', text: 'How?', author: 'UADA', post: '1.2' }])
  const name = events[0]?.thread ?? { place: '', id: '' }
  expect((await channel.thread(name))?.posts).toEqual([])
  await channel.reply(name, { text: 'Like this.', answers: '1.2' })
  expect((await channel.thread(name))?.posts).toMatchObject([{ isOwn: true, answers: '1.2' }])
  slack.isShared = true
  clock.advance(600_000)
  expect((await channel.thread(name))?.isPublic).toBe(true)
  await slack.close()
})

test('sees the whole of a long thread, so that nothing in it is answered twice', async () => {
  const { clock, slack, channel } = await start()
  const { ts } = slack.say('UADA', 'How?')
  const name = { place: `${slack.team}/${slack.channel}`, id: `${slack.team}/${slack.channel}/${ts}` }
  for (let n = 0; n < 450; n++) {
    clock.advance(1_000)
    slack.say('UADA', `more ${n}`, { thread_ts: ts })
  }
  const last = slack.say('UADA', 'And now?', { thread_ts: ts })
  await channel.reply(name, { text: 'Like this.', answers: last.ts })
  const thread = await channel.thread(name)
  expect(thread?.posts).toHaveLength(453)
  expect(thread?.posts[0]?.id).toBe(ts)
  expect(thread?.posts.at(-1)).toMatchObject({ isOwn: true, answers: last.ts })
  await slack.close()
})
