import {
  type CallOptions,
  type Channel,
  type ChannelCapabilities,
  type ChannelEvent,
  type ChannelPost,
  type ChannelReceipt,
  type ChannelReply,
  type ChannelRequest,
  type ChannelThread,
  type ChannelThreadName,
  type Clock,
  DocentError,
  defined,
} from '@docent/core/plugin'
import { z } from 'zod'
import type { SlackChannelSettings } from './options.ts'
import { assertSigned, readDelivery, timeOf } from './read-delivery.ts'
import { SlackApi, type SlackDependencies } from './slack-api.ts'
import { blocksOf, markdownOf } from './texts.ts'

const Message = z.object({
  ts: z.string(),
  thread_ts: z.string().optional(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  subtype: z.string().optional(),
  text: z.string().default(''),
  metadata: z
    .object({ event_type: z.string(), event_payload: z.object({ answers: z.string().optional() }).loose() })
    .optional(),
  reactions: z.array(z.object({ name: z.string(), users: z.array(z.string()) })).default([]),
})
type Message = z.output<typeof Message>
const Messages = z.object({
  messages: z.array(Message),
  response_metadata: z.object({ next_cursor: z.string().default('') }).nullish(),
})
const Identity = z.object({ user_id: z.string(), bot_id: z.string() })
const Info = z.object({
  channel: z.object({
    is_im: z.boolean().default(false),
    is_ext_shared: z.boolean().default(false),
    is_pending_ext_shared: z.boolean().default(false),
  }),
})

const ANSWER = 'docent_answer'
const REACTIONS: Readonly<Record<string, 'helpful' | 'person'>> = { '+1': 'helpful', raised_hand: 'person' }
const SOLVED = 'white_check_mark'
const INFO_MS = 5 * 60_000
/** Messages of a page, as Slack recommends, and pages of a thread, of which Slack lists the oldest first. */
const MOST = 200
const PAGES = 25

/** Channels, threads, and direct messages of a workspace. */
export class SlackChannel implements Channel {
  readonly name: string
  readonly label = 'Slack'
  readonly capabilities: ChannelCapabilities = {
    // A block of Markdown takes 12,000: what makes pings harmless comes on top.
    maximumLength: 11_000,
    markup: ['code', 'lists', 'links', 'tables'],
    threads: true,
    edits: true,
    rating: 'Did this help? React with 👍, or with ✋ to ask for a person.',
    // A delivered reaction does not say in which thread it is.
    deliversRatings: false,
    deliversPosts: true,
  }
  readonly #settings: SlackChannelSettings
  readonly #clock: Clock
  readonly #api: SlackApi
  readonly #infos = new Map<string, { info: z.output<typeof Info>['channel']; until: number }>()
  #identity: z.output<typeof Identity> | undefined

  constructor(settings: SlackChannelSettings, dependencies: SlackDependencies) {
    this.name = settings.name
    this.#settings = settings
    this.#clock = dependencies.clock
    this.#api = new SlackApi(settings, dependencies)
  }

  async verify(request: ChannelRequest): Promise<ChannelReceipt> {
    const now = this.#clock.now()
    assertSigned(request, this.#settings.signingSecret, now)
    return readDelivery(request, now)
  }

  async thread({ id }: ChannelThreadName, options: CallOptions = {}): Promise<ChannelThread | undefined> {
    const { channel, ts } = placeOf(id)
    const asked = { ...options, doing: 'read a thread' }
    const isCommand = ts === undefined
    const found = await this.#messages(
      isCommand ? 'conversations.history' : 'conversations.replies',
      { channel, ...defined({ ts }) },
      asked,
    )
    if (!found) return undefined
    const [info, bot] = await Promise.all([this.#info(channel, options), this.#bot(options)])
    // No thread holds a command: there are only the answers to it in the channel.
    const all = isCommand
      ? found.filter(({ metadata }) => id.endsWith(`/command-${metadata?.event_payload.answers}`))
      : found
    const messages = all.toSorted((a, b) => Number(a.ts) - Number(b.ts))
    return {
      title: '',
      posts: messages.map((message) => this.#post(message, bot, info.is_im)),
      isClosed: messages[0]?.ts === ts && messages[0]?.reactions.some(({ name }) => name === SOLVED) === true,
      tags: [],
      isPublic: info.is_ext_shared || info.is_pending_ext_shared,
      reactions: messages.flatMap(({ ts: post, reactions }) =>
        reactions.flatMap(({ name, users }) => {
          const reaction = REACTIONS[name]
          return reaction ? users.map((author) => ({ post, author, reaction })) : []
        }),
      ),
    }
  }

  /** Only of a channel: of a whole workspace, Slack lists nothing. */
  async recent(
    place: string,
    { since, limit }: { since: number; limit: number },
    options: CallOptions = {},
  ): Promise<ChannelEvent[]> {
    const [team, channel] = place.split('/')
    if (team === undefined || channel === undefined) return []
    const body = {
      channel,
      limit: Math.min(limit, MOST),
      oldest: String(since / 1_000),
      include_all_metadata: true,
    }
    const asked = { ...options, doing: 'list the newest posts of a channel' }
    const found = await this.#api.call('conversations.history', body, Messages, asked)
    const bot = await this.#bot(options)
    return (found?.messages ?? [])
      .map((message) => ({ message, post: this.#post(message, bot, false) }))
      .filter(({ message, post }) => !post.isBot && message.subtype === undefined && post.at >= since)
      .map(({ post: { id, author, at, mentionsBot } }) => ({
        kind: mentionsBot ? ('mention' as const) : ('post' as const),
        thread: { place: `${team}/${channel}`, id: `${team}/${channel}/${id}` },
        ...{ post: id, author, at },
      }))
      .sort((a, b) => b.at - a.at)
      .slice(0, limit)
  }

  async reply(
    { id }: ChannelThreadName,
    { text, answers, notify }: ChannelReply,
    options: CallOptions = {},
  ): Promise<string> {
    const { channel, ts } = placeOf(id)
    const posted = await this.#api.call(
      'chat.postMessage',
      {
        channel,
        ...defined({ thread_ts: ts }),
        ...blocksOf(text, notify),
        metadata: { event_type: ANSWER, event_payload: { answers } },
        unfurl_links: false,
        unfurl_media: false,
      },
      z.object({ ts: z.string() }),
      { ...options, doing: 'post an answer', isWrite: true },
    )
    if (!posted) throw new DocentError('dependency_failed', 'Slack does not know the channel any more.')
    return posted.ts
  }

  async edit(name: ChannelThreadName, post: string, text: string, options: CallOptions = {}): Promise<void> {
    const thread = await this.thread(name, options)
    const answers = thread?.posts.find(({ id }) => id === post)?.answers ?? post
    const metadata = { event_type: ANSWER, event_payload: { answers } }
    const body = { channel: placeOf(name.id).channel, ts: post, ...blocksOf(text, undefined), metadata }
    await this.#api.call('chat.update', body, z.unknown(), {
      ...options,
      doing: 'edit an answer',
      isWrite: true,
    })
  }

  async react({ id }: ChannelThreadName, post: string, options: CallOptions = {}): Promise<void> {
    const { channel, ts } = placeOf(id)
    if (ts === undefined) return
    const asked = { ...options, doing: 'react to a post', isWrite: true }
    const thread = await this.#api.call('reactions.get', { channel, timestamp: post }, Reacted, {
      ...asked,
      isWrite: false,
    })
    const { user_id: own } = await this.#bot(options)
    const isThere = thread?.message.reactions.some(
      ({ name, users }) => name === 'eyes' && users.includes(own),
    )
    if (isThere) return
    await this.#api.call('reactions.add', { channel, timestamp: post, name: 'eyes' }, z.unknown(), asked)
  }

  permalink({ id }: ChannelThreadName): string {
    const { team, channel, ts } = placeOf(id)
    const at = `https://app.slack.com/client/${team}/${channel}`
    return ts === undefined ? at : `${at}/thread/${channel}-${ts}`
  }

  /** All of them: an answer that is not seen would be given twice. */
  async #messages(
    method: string,
    body: Readonly<Record<string, string>>,
    asked: CallOptions & { doing: string },
  ): Promise<Message[] | undefined> {
    const messages: Message[] = []
    let cursor: string | undefined
    for (let page = 0; page < PAGES && cursor !== ''; page++) {
      const query = { ...body, ...defined({ cursor }), limit: MOST, include_all_metadata: true }
      const found = await this.#api.call(method, query, Messages, asked)
      if (!found) return undefined
      messages.push(...found.messages)
      cursor = found.response_metadata?.next_cursor ?? ''
    }
    return messages
  }

  #post(
    { ts, user, bot_id: program, text, metadata }: Message,
    bot: z.output<typeof Identity>,
    isDirect: boolean,
  ): ChannelPost {
    const isOwn = program === bot.bot_id
    const isBot = program !== undefined || user === undefined
    return {
      id: ts,
      author: user ?? program ?? '',
      text: markdownOf(text, bot.user_id),
      at: timeOf(ts),
      isOwn,
      isBot,
      isMaintainer: !isBot && user !== undefined && this.#settings.maintainers.includes(user),
      mentionsBot: isDirect || text.includes(`<@${bot.user_id}>`),
      ...defined({ answers: isOwn ? metadata?.event_payload.answers : undefined }),
    }
  }

  async #bot(options: CallOptions): Promise<z.output<typeof Identity>> {
    this.#identity ??= await this.#api.call('auth.test', {}, Identity, { ...options, doing: 'say who it is' })
    if (this.#identity === undefined)
      throw new DocentError('dependency_failed', 'Slack does not know the app.')
    return this.#identity
  }

  async #info(channel: string, options: CallOptions): Promise<z.output<typeof Info>['channel']> {
    const known = this.#infos.get(channel)
    if (known && known.until > this.#clock.now()) return known.info
    const asked = { ...options, doing: 'ask who reads a channel' }
    const found = await this.#api.call('conversations.info', { channel }, Info, asked)
    // Nobody knows who reads it: then everybody does.
    const info = found?.channel ?? { is_im: false, is_ext_shared: true, is_pending_ext_shared: false }
    if (this.#infos.size > 10_000) this.#infos.clear()
    this.#infos.set(channel, { info, until: this.#clock.now() + INFO_MS })
    return info
  }
}

const Reacted = z.object({ message: z.object({ reactions: Message.shape.reactions }) })

/** Reads `TEAM/CHANNEL/TS`; a command has no `ts`. */
function placeOf(id: string): { team: string; channel: string; ts: string | undefined } {
  const [team = '', channel = '', ts = ''] = id.split('/')
  return { team, channel, ts: ts.startsWith('command-') ? undefined : ts }
}
