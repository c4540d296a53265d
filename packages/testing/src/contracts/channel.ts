import { type Channel, type ChannelRequest, type ChannelThreadName, DocentError } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ManualClock } from '../fakes/manual-clock.ts'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

/** What a person writes in the channel of a context. */
export interface ChannelMessage {
  text: string
  author: 'ada' | 'maintainer' | 'bot' | 'docent'
  /** A reply to it. */
  to?: SaidMessage
  /** Names Docent as people do there. */
  mention?: boolean
}

/** What came of it. */
export interface SaidMessage {
  name: ChannelThreadName
  post: string
  /** What the vendor delivers; undefined where it delivers nothing of this kind. */
  delivery: ChannelRequest | undefined
}

/** A simulated vendor with one place, and a channel that is connected to it. */
export interface ChannelContext extends ContractContext {
  readonly channel: Channel
  readonly place: string
  readonly clock: ManualClock
  say(message: ChannelMessage): SaidMessage | Promise<SaidMessage>
  /** Somebody edits a message; answers what is delivered. */
  edit(said: SaidMessage, text: string): ChannelRequest | undefined | Promise<ChannelRequest | undefined>
  /** Somebody closes, solves, or locks the thread. Absent where threads have no end. */
  closeThread?(said: SaidMessage): void | Promise<void>
  /** How a post of Docent came out: what people read, which links it has, and what code. */
  shown(name: ChannelThreadName, post: string): Shown | Promise<Shown>
  /** Who was notified by posts of Docent so far, in the words of the vendor. */
  pings(): readonly string[] | Promise<readonly string[]>
  /** The vendor refuses the next post because of its rate limit. */
  limitNextReply(seconds: number): void | Promise<void>
  /** The next post arrives, and its success gets lost. */
  loseNextReply(): void | Promise<void>
  /** The same delivery, as somebody sends it who has not the secret. */
  forge(delivery: ChannelRequest): ChannelRequest
}

export interface Shown {
  text: string
  links: readonly string[]
  code: readonly string[]
}

const ANSWER = `Two ways:

- the **first** one, see [Keys](https://docs.example.com/keys)
- the second one

\`\`\`sh
docent keys revoke @docent/core <!channel>
\`\`\`

Then run \`npm i @docent/core\`.`

async function events({ channel }: ChannelContext, delivery: ChannelRequest | undefined) {
  return delivery === undefined ? [] : (await channel.verify(delivery)).events
}

async function postsOf({ channel }: ChannelContext, name: ChannelThreadName) {
  const thread = await channel.thread(name)
  if (!thread) throw new Error('there is no thread')
  return thread.posts
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

export const channelCases: readonly ContractCase<ChannelContext>[] = [
  {
    name: 'refuses a delivery without the signature of its vendor, or with another body',
    async run(context) {
      const { channel, say, forge } = context
      const { delivery } = await say({ text: 'How?', author: 'ada', mention: true })
      if (delivery === undefined) return
      const changed = Buffer.from(delivery.body)
      changed[changed.length - 2] = (changed[changed.length - 2] ?? 0) ^ 1
      for (const wrong of [
        forge(delivery),
        { headers: {}, body: delivery.body },
        { ...delivery, body: changed },
      ])
        expect(DocentError.is(await failure(channel.verify(wrong)), 'unauthorized')).toBe(true)
      expect(await events(context, delivery)).toHaveLength(1)
    },
  },
  {
    name: 'reads who asked what and where, and the same from each delivery of it',
    async run(context) {
      const { say, clock, place } = context
      const said = await say({ text: 'How do I revoke a key?', author: 'ada', mention: true })
      const [event] = await events(context, said.delivery)
      if (said.delivery !== undefined) {
        expect(event).toMatchObject({ kind: 'mention', thread: said.name, post: said.post })
        expect(Math.abs((event?.at ?? 0) - clock.now())).toBeLessThan(5_000)
        expect(await events(context, said.delivery)).toEqual([event])
      }
      expect(`${said.name.place}/`.startsWith(`${place}/`)).toBe(true)
      const [post] = await postsOf(context, said.name)
      expect(post).toMatchObject({ id: said.post, isOwn: false, isBot: false, mentionsBot: true })
      expect(post?.text.trim()).toBe('How do I revoke a key?')
      if (event) expect(post?.author).toBe(event.author)
    },
  },
  {
    name: 'tells posts, replies, and mentions apart',
    async run(context) {
      const { say } = context
      const first = await say({ text: 'How do I revoke a key?', author: 'ada' })
      const reply = await say({ text: 'I need it soon.', author: 'ada', to: first })
      const mention = await say({ text: 'do you know?', author: 'maintainer', to: first, mention: true })
      const kinds = await Promise.all(
        [first, reply, mention].map(({ delivery }) => events(context, delivery)),
      )
      if (first.delivery) expect(kinds[0]?.map(({ kind }) => kind)).toEqual(['post'])
      if (reply.delivery) expect(kinds[1]?.map(({ kind }) => kind)).toEqual(['reply'])
      if (mention.delivery) expect(kinds[2]?.map(({ kind }) => kind)).toEqual(['mention'])
      expect(reply.name).toEqual(first.name)
      const posts = await postsOf(context, first.name)
      expect(posts.map(({ id }) => id)).toEqual([first.post, reply.post, mention.post])
      expect(posts.map(({ isMaintainer }) => isMaintainer)).toEqual([false, false, true])
      expect(posts.map(({ mentionsBot }) => mentionsBot)).toEqual([false, false, true])
    },
  },
  {
    name: 'ignores its own posts and those of other programs',
    async run(context) {
      const { say } = context
      const first = await say({ text: 'How do I revoke a key?', author: 'ada' })
      for (const author of ['docent', 'bot'] as const) {
        const said = await say({ text: 'Have you tried it?', author, to: first, mention: true })
        expect(await events(context, said.delivery), author).toEqual([])
        const post = (await postsOf(context, first.name)).find(({ id }) => id === said.post)
        expect(post).toMatchObject({ isBot: true, isOwn: author === 'docent' })
      }
    },
  },
  {
    name: 'does not take an edit for a new question',
    async run(context) {
      const first = await context.say({ text: 'How do I revoke a key?', author: 'ada', mention: true })
      expect(await events(context, await context.edit(first, 'How do I revoke two keys?'))).toEqual([])
      const [post] = await postsOf(context, first.name)
      expect(post?.text.trim()).toBe('How do I revoke two keys?')
    },
  },
  {
    name: 'posts a reply below the post that it answers, and finds it there again',
    async run(context) {
      const { channel, say } = context
      const first = await say({ text: 'How do I revoke a key?', author: 'ada' })
      const other = await say({ text: 'Something else', author: 'ada' })
      const reply = await channel.reply(first.name, { text: 'Like this.', answers: first.post })
      const posts = await postsOf(context, first.name)
      expect(posts.filter(({ isOwn }) => isOwn)).toMatchObject([
        { id: reply, answers: first.post, isBot: true },
      ])
      expect(posts.filter(({ isOwn }) => !isOwn).every(({ answers }) => answers === undefined)).toBe(true)
      if (channel.capabilities.threads)
        expect((await postsOf(context, other.name)).some(({ isOwn }) => isOwn)).toBe(false)
      expect((await context.shown(first.name, reply)).text).toContain('Like this.')
    },
  },
  {
    name: 'keeps code, lists, and links',
    async run({ channel, say, shown }) {
      const first = await say({ text: 'How?', author: 'ada' })
      const reply = await channel.reply(first.name, { text: ANSWER, answers: first.post })
      const { text, links, code } = await shown(first.name, reply)
      expect(code.join('\n')).toContain('docent keys revoke')
      expect(links).toContain('https://docs.example.com/keys')
      for (const part of ['first', 'Keys', 'the second one', 'npm i @docent/core'])
        expect(text).toContain(part)
    },
  },
  {
    name: 'notifies nobody by the text of a reply, and whom it should',
    async run({ channel, say, pings }) {
      const first = await say({ text: 'How?', author: 'ada' })
      const text = 'Hi @everyone @here @channel @ada <!channel> <!here> <@ada> <@&1> <@1> <#1> `@ada`'
      await channel.reply(first.name, { text, answers: first.post })
      expect(await pings()).toEqual([])
      const post = await channel.reply(first.name, { text: 'x', answers: `person:${first.post}` })
      await channel.edit(first.name, post, text)
      expect(await pings()).toEqual([])
    },
  },
  {
    name: 'takes a reply of the greatest length',
    async run({ channel, say, shown }) {
      const first = await say({ text: 'How?', author: 'ada' })
      const text = 'word '.repeat(Math.ceil(channel.capabilities.maximumLength / 5))
      const most = `${text.slice(0, channel.capabilities.maximumLength - 1)}.`
      const reply = await channel.reply(first.name, { text: most, answers: first.post })
      expect((await shown(first.name, reply)).text.trim().length).toBeGreaterThan(most.length * 0.95)
    },
  },
  {
    name: 'says when a rate limit ends, and has posted nothing',
    async run(context) {
      const { channel, say, limitNextReply } = context
      const first = await say({ text: 'How?', author: 'ada' })
      await limitNextReply(90)
      const error = await failure(channel.reply(first.name, { text: 'Like this.', answers: first.post }))
      expect(error).toMatchObject({ isRetryable: true })
      expect((error as DocentError).retryAfterMs).toBeGreaterThan(80_000)
      expect((await postsOf(context, first.name)).filter(({ isOwn }) => isOwn)).toEqual([])
      await channel.reply(first.name, { text: 'Like this.', answers: first.post })
      expect((await postsOf(context, first.name)).filter(({ isOwn }) => isOwn)).toHaveLength(1)
    },
  },
  {
    name: 'sends a reply once, also when its success gets lost',
    async run(context) {
      const { channel, say, loseNextReply } = context
      const first = await say({ text: 'How?', author: 'ada' })
      await loseNextReply()
      const error = await failure(channel.reply(first.name, { text: 'Like this.', answers: first.post }))
      expect(DocentError.is(error)).toBe(true)
      expect(
        (await postsOf(context, first.name)).filter(({ answers }) => answers === first.post),
      ).toHaveLength(1)
    },
  },
  {
    name: 'edits its own post, and shows that an answer is on its way',
    async run(context) {
      const { channel, say, shown } = context
      const first = await say({ text: 'How?', author: 'ada', mention: true })
      await channel.react(first.name, first.post)
      await channel.react(first.name, first.post)
      const reply = await channel.reply(first.name, { text: 'Working.', answers: first.post })
      await channel.edit(first.name, reply, 'Done.')
      expect((await shown(first.name, reply)).text).toContain('Done.')
      expect((await postsOf(context, first.name)).find(({ id }) => id === reply)?.answers).toBe(first.post)
    },
  },
  {
    name: 'lists the newest posts of people, newest first, since a time',
    async run({ channel, place, say, clock }) {
      const old = await say({ text: 'An old one', author: 'ada' })
      clock.advance(3_600_000)
      const since = clock.now()
      const first = await say({ text: 'The first', author: 'ada' })
      clock.advance(60_000)
      const second = await say({ text: 'The second', author: 'ada' })
      await channel.reply(second.name, { text: 'An answer', answers: second.post })
      const found = await channel.recent(place, { since, limit: 10 })
      const begun = found
        .filter(({ kind }) => kind === 'post')
        .map(({ post, thread }) => `${thread.id} ${post}`)
      expect(begun).toEqual([second, first].map(({ post, name }) => `${name.id} ${post}`))
      expect(found.some(({ post }) => post === old.post)).toBe(false)
      expect(await channel.recent(place, { since: 0, limit: 1 })).toHaveLength(1)
    },
  },
  {
    name: 'says that a thread is closed, and knows none that is gone',
    async run({ channel, say, closeThread }) {
      const first = await say({ text: 'How?', author: 'ada' })
      expect((await channel.thread(first.name))?.isClosed).toBe(false)
      await closeThread?.(first)
      if (closeThread) expect((await channel.thread(first.name))?.isClosed).toBe(true)
      const id = `${first.name.id.replace(/\d(?=\D*$)/, '')}999999`
      expect(await channel.thread({ ...first.name, id })).toBeUndefined()
    },
  },
  {
    name: 'has addresses of threads, and rejects with the reason of an aborted signal',
    async run({ channel, say }) {
      const first = await say({ text: 'How?', author: 'ada' })
      const link = channel.permalink(first.name)
      if (link !== undefined) expect(new URL(link).protocol).toMatch(/^https?:$/)
      const reason = new Error('enough')
      const options = { signal: AbortSignal.abort(reason) }
      const reply = { text: 'x', answers: first.post }
      await expect(channel.reply(first.name, reply, options)).rejects.toBe(reason)
      await expect(channel.thread(first.name, options)).rejects.toBe(reason)
    },
  },
]

/** Registers the tests that every Channel must pass. */
export const channelContract: ReturnType<typeof contractSuite<ChannelContext>> = contractSuite(
  'Channel',
  channelCases,
)
