import { simulateDiscord } from '@docent/simulators'
import { channelContract, ManualClock } from '@docent/testing'
import { expect, test } from 'vitest'
import { DiscordChannel } from './discord-channel.ts'
import { DiscordChannelOptions, resolveSettings } from './options.ts'

const USERS = { ada: { id: '311' }, maintainer: { id: '312' }, bot: { id: '313', bot: true } }

async function start() {
  const clock = new ManualClock()
  const discord = await simulateDiscord(() => clock.now())
  const options = DiscordChannelOptions.parse({
    ...{ token: discord.token, baseUrl: discord.apiUrl, maintainers: ['312'] },
    ...{ retries: 1, retryDelayMs: 1, maxRateLimitWaitMs: 0 },
  })
  return { clock, discord, channel: new DiscordChannel(resolveSettings(options, {}), { clock }) }
}

for (const kind of ['forum', 'text'] as const)
  channelContract(`Discord ${kind}`, async () => {
    const { clock, discord, channel } = await start()
    const place = `${discord.guild}/${discord[kind]}`
    const body = (post: string) => discord.find(post)?.content ?? ''
    return {
      channel,
      clock,
      place,
      say({ text, author, to, mention }) {
        const user = author === 'docent' ? discord.bot : USERS[author]
        const said = mention ? `<@${discord.bot.id}> ${text}` : text
        if (kind === 'text') {
          const message = discord.say(discord.text, user, said, to?.post)
          return {
            name: to?.name ?? { place, id: `${place}/${message.id}` },
            post: message.id,
            delivery: undefined,
          }
        }
        const thread = to?.name.id.split('/')[1]
        const message = thread === undefined ? discord.open(user, said) : discord.say(thread, user, said)
        const name = { place, id: `${discord.guild}/${message.channel}` }
        return { name, post: message.id, delivery: undefined }
      },
      edit({ post }, text) {
        const message = discord.find(post)
        if (message) message.content = `<@${discord.bot.id}> ${text}`
        return undefined
      },
      ...(kind === 'forum'
        ? {
            closeThread({ post }: { post: string }) {
              discord.threads.find(({ id }) => id === post)?.tags.push('400')
            },
          }
        : {}),
      shown: (_, post) => ({
        text: body(post),
        links: [...body(post).matchAll(/\]\((https:[^)]*)\)/g)].map(([, url = '']) => url),
        code: body(post).match(/```[\s\S]*?```/g) ?? [],
      }),
      pings: () => discord.pings(),
      limitNextReply: (seconds) => discord.limitNextPost(seconds),
      loseNextReply: () => discord.loseNextPost(),
      forge: (delivery) => delivery,
      close: () => discord.close(),
    }
  })

test('takes no delivery, says who can read, notifies whom it should, and reads ratings', async () => {
  const { discord, channel } = await start()
  await expect(channel.verify()).rejects.toThrow('takes no deliveries')
  const { id } = discord.open(USERS.ada, 'How?')
  const name = { place: `${discord.guild}/${discord.forum}`, id: `${discord.guild}/${id}` }
  expect((await channel.thread(name))?.isPublic).toBe(true)
  discord.isPrivate = true
  expect((await channel.thread(name))?.isPublic).toBe(false)
  const reply = await channel.reply(name, { text: '@everyone look', answers: id })
  await channel.reply(name, { text: 'Help', answers: `person:${id}`, notify: '<@&456>' })
  expect(discord.pings()).toEqual(['<@&456>'])
  discord.find(reply)?.reactions.set('🙋', [USERS.ada, USERS.bot])
  const thread = await channel.thread(name)
  expect(thread?.reactions).toEqual([{ post: reply, author: '311', reaction: 'person' }])
  expect(thread?.posts.map(({ answers }) => answers)).toEqual([undefined, id, `person:${id}`])
  await discord.close()
})

test.each(['forum', 'text'] as const)('sees the whole of a long thread in a %s channel', async (kind) => {
  const { clock, discord, channel } = await start()
  const first =
    kind === 'forum' ? discord.open(USERS.ada, 'How?') : discord.say(discord.text, USERS.ada, 'How?')
  const place = `${discord.guild}/${discord[kind]}`
  const name = { place, id: kind === 'forum' ? `${discord.guild}/${first.id}` : `${place}/${first.id}` }
  for (let n = 0; n < 250; n++) {
    clock.advance(1_000)
    discord.say(first.channel, USERS.ada, `more ${n}`, first.id)
  }
  const last = discord.say(first.channel, USERS.ada, 'And now?', first.id)
  await channel.reply(name, { text: 'Like this.', answers: last.id })
  const thread = await channel.thread(name)
  expect(thread?.posts).toHaveLength(253)
  expect(thread?.posts[0]?.id).toBe(first.id)
  expect(thread?.posts.at(-1)).toMatchObject({ isOwn: true, answers: last.id })
  await discord.close()
})
