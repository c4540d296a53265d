import {
  type CallOptions,
  type Channel,
  type ChannelCapabilities,
  type ChannelEvent,
  type ChannelPost,
  type ChannelReceipt,
  type ChannelReply,
  type ChannelThread,
  type ChannelThreadName,
  DocentError,
  defined,
} from '@docent/core/plugin'
import { z } from 'zod'
import { DiscordApi, type DiscordDependencies } from './discord-api.ts'
import {
  below,
  DiscordPlace,
  idAt,
  isForum,
  isOpen,
  isThread,
  Message,
  placeOf,
  timeOf,
  User,
} from './discord-objects.ts'
import type { DiscordChannelSettings } from './options.ts'

/** Begins a post that calls a person: it answers nothing. */
const CALL = '🙋 '
const PERSON = 'person:'
/** Each citation is a link, and Discord shows a preview of each. */
const NO_PREVIEWS = 4
/** Messages of a page, and pages of a thread. */
const MOST = 100
const PAGES = 20
const SEEN = encodeURIComponent('👀')
const RATINGS = [
  ['👍', 'helpful'],
  ['🙋', 'person'],
] as const
const Messages = z.array(Message)
const Id = z.object({ id: z.string() })

/** Forums, threads, and channels of servers. Discord delivers posts over a connection alone, so Docent asks for them. */
export class DiscordChannel implements Channel {
  readonly name: string
  readonly label = 'Discord'
  readonly capabilities: ChannelCapabilities = {
    // Discord takes 2,000: who is notified comes on top.
    maximumLength: 1_900,
    markup: ['code', 'lists', 'links'],
    threads: true,
    edits: true,
    rating: 'Did this help? React with 👍, or with 🙋 to ask for a person.',
    deliversRatings: false,
    deliversPosts: false,
  }
  readonly #maintainers: readonly string[]
  readonly #api: DiscordApi
  #self: string | undefined

  constructor(settings: DiscordChannelSettings, dependencies: DiscordDependencies) {
    this.name = settings.name
    this.#maintainers = settings.maintainers
    this.#api = new DiscordApi(settings, dependencies)
  }

  verify(): Promise<ChannelReceipt> {
    return Promise.reject(
      new DocentError('unauthorized', 'Docent asks Discord for posts, and takes no deliveries.'),
    )
  }

  async thread({ id }: ChannelThreadName, options: CallOptions = {}): Promise<ChannelThread | undefined> {
    const { guild, channel, root } = placeOf(id)
    const asked = { ...options, doing: 'read a thread' }
    const place = await this.#api.call('GET', `/channels/${channel}`, DiscordPlace, asked)
    if (!place) return undefined
    const self = await this.#me(options)
    const first = root ?? channel
    const [beginning, newest] = await Promise.all([
      this.#api.call('GET', `/channels/${channel}/messages/${first}`, Message, asked),
      this.#messages(channel, root, asked),
    ])
    const all = [
      ...new Map([...(beginning ? [beginning] : []), ...newest].map((each) => [each.id, each])).values(),
    ]
    all.sort((a, b) => timeOf(a.id) - timeOf(b.id) || Number(BigInt(a.id) - BigInt(b.id)))
    // A thread outlives its first message; a message of a channel is all that there is.
    if (root !== undefined && !beginning) return undefined
    const messages = root === undefined ? all : below(all, root)
    const parent =
      isThread(place) && place.parent_id
        ? await this.#api.call('GET', `/channels/${place.parent_id}`, DiscordPlace, asked)
        : place
    const tags = (parent?.available_tags ?? []).flatMap((tag) =>
      place.applied_tags.includes(tag.id) ? [tag.name] : [],
    )
    return {
      title: isThread(place) ? (place.name ?? '') : '',
      posts: messages.map((message) => this.#post(message, self)),
      isClosed:
        place.thread_metadata?.locked === true ||
        tags.some((tag) => /^(?:solved|resolved|answered)$/i.test(tag)),
      tags,
      isPublic: isOpen(parent ?? place, guild),
      reactions: await this.#ratings(
        channel,
        messages.filter(({ author }) => author.id === self),
        options,
      ),
    }
  }

  async recent(
    at: string,
    { since, limit }: { since: number; limit: number },
    options: CallOptions = {},
  ): Promise<ChannelEvent[]> {
    const [guild, channel] = at.split('/')
    if (guild === undefined || channel === undefined)
      throw new DocentError('invalid_request', 'A place of Discord is SERVER/CHANNEL, both by their IDs.')
    const asked = { ...options, doing: 'list the newest posts of a channel' }
    const self = await this.#me(options)
    const place = await this.#api.call('GET', `/channels/${channel}`, DiscordPlace, asked)
    if (!place) return []
    const active = z.object({ threads: z.array(DiscordPlace) })
    const threads =
      (await this.#api.call('GET', `/guilds/${guild}/threads/active`, active, asked))?.threads ?? []
    const news = threads.filter(
      ({ parent_id: parent, id, last_message_id: last }) => parent === channel && timeOf(last ?? id) >= since,
    )
    const events: ChannelEvent[] = []
    for (const each of isForum(place) ? news : [place, ...news]) {
      const path = `/channels/${each.id}/messages?limit=100${since > 0 ? `&after=${idAt(since)}` : ''}`
      const found = (await this.#api.call('GET', path, Messages, asked)) ?? []
      events.push(
        ...this.#events(found, self, { guild, channel, thread: isThread(each) ? each.id : undefined }),
      )
    }
    return events
      .filter((event) => event.at >= since)
      .sort((a, b) => b.at - a.at)
      .slice(0, limit)
  }

  async reply(
    { id }: ChannelThreadName,
    { text, answers, notify }: ChannelReply,
    options: CallOptions = {},
  ): Promise<string> {
    const { channel } = placeOf(id)
    const isCall = answers.startsWith(PERSON)
    const to = isCall ? answers.slice(PERSON.length) : answers
    const [, kind, who] = /^<@(&?)(\d+)>$/.exec(notify ?? '') ?? []
    const body = {
      content: `${isCall ? CALL : ''}${text}${notify === undefined ? '' : ` ${notify}`}`,
      // The text notifies nobody, whatever is in it.
      allowed_mentions: {
        parse: [],
        ...(who === undefined ? {} : { [kind === '&' ? 'roles' : 'users']: [who] }),
        replied_user: false,
      },
      ...(/^\d+$/.test(to) ? { message_reference: { message_id: to, fail_if_not_exists: false } } : {}),
      // For some minutes, Discord answers a second attempt with the first one's post.
      nonce: answers.slice(-25),
      enforce_nonce: true,
      flags: NO_PREVIEWS,
    }
    const posted = await this.#api.call('POST', `/channels/${channel}/messages`, Id, {
      ...options,
      doing: 'post an answer',
      body,
    })
    if (!posted) throw new DocentError('dependency_failed', 'Discord does not know the thread any more.')
    return posted.id
  }

  async edit(
    { id }: ChannelThreadName,
    post: string,
    text: string,
    options: CallOptions = {},
  ): Promise<void> {
    const body = { content: text, allowed_mentions: { parse: [] } }
    const path = `/channels/${placeOf(id).channel}/messages/${post}`
    await this.#api.call('PATCH', path, Id, { ...options, doing: 'edit an answer', body })
  }

  async react({ id }: ChannelThreadName, post: string, options: CallOptions = {}): Promise<void> {
    const path = `/channels/${placeOf(id).channel}/messages/${post}/reactions/${SEEN}/@me`
    await this.#api.call('PUT', path, z.unknown(), { ...options, doing: 'react to a post' })
  }

  permalink({ id }: ChannelThreadName): string {
    return `https://discord.com/channels/${id}`
  }

  /** The newest of a thread, or those behind the root of one in a channel: an answer that is not seen would be given twice. */
  async #messages(
    channel: string,
    root: string | undefined,
    asked: CallOptions & { doing: string },
  ): Promise<Message[]> {
    const messages: Message[] = []
    let cursor = root === undefined ? '' : `&after=${root}`
    for (let page = 0; page < PAGES; page++) {
      const path = `/channels/${channel}/messages?limit=${MOST}${cursor}`
      const found = (await this.#api.call('GET', path, Messages, asked)) ?? []
      messages.push(...found)
      // Of each page, the newest is the first.
      const next = root === undefined ? found.at(-1) : found[0]
      if (found.length < MOST || next === undefined) break
      cursor = `&${root === undefined ? 'before' : 'after'}=${next.id}`
    }
    return messages
  }

  /** Messages of a channel itself are threads by what they reply to. */
  #events(
    messages: readonly Message[],
    self: string,
    { guild, channel, thread }: { guild: string; channel: string; thread: string | undefined },
  ): ChannelEvent[] {
    const replies = new Map(
      messages.map(({ id, message_reference: reference }) => [id, reference?.message_id]),
    )
    const rootOf = (id: string) => {
      let root = id
      for (let to = replies.get(root); to !== undefined; to = replies.get(root)) root = to
      return root
    }
    return messages.flatMap((message) => {
      const { id, author, at, isBot, mentionsBot } = this.#post(message, self)
      if (isBot) return []
      const root = thread === undefined ? rootOf(id) : thread
      const name = thread === undefined ? `${guild}/${channel}/${root}` : `${guild}/${thread}`
      const kind = mentionsBot ? ('mention' as const) : root === id ? ('post' as const) : ('reply' as const)
      return [{ kind, thread: { place: `${guild}/${channel}`, id: name }, post: id, author, at }]
    })
  }

  #post(
    { id, content, timestamp, author, mentions, message_reference: reference }: Message,
    self: string,
  ): ChannelPost {
    const isOwn = author.id === self
    const answers = reference?.message_id
    const isCall = content.startsWith(CALL)
    return {
      id,
      author: author.id,
      text: content
        .replaceAll(`<@${self}>`, '')
        .replace(/<@&?\d+>/g, 'somebody')
        .trim(),
      at: Date.parse(timestamp),
      isOwn,
      isBot: author.bot === true || isOwn,
      isMaintainer: !isOwn && this.#maintainers.includes(author.id),
      mentionsBot: mentions.some((each) => each.id === self),
      ...defined({
        answers: isOwn && answers !== undefined ? `${isCall ? PERSON : ''}${answers}` : undefined,
      }),
    }
  }

  async #ratings(
    channel: string,
    own: readonly Message[],
    options: CallOptions,
  ): Promise<ChannelThread['reactions']> {
    const ratings: { post: string; author: string; reaction: 'helpful' | 'person' }[] = []
    for (const { id: post, reactions } of own)
      for (const [emoji, reaction] of RATINGS) {
        if (!reactions.some((each) => each.emoji.name === emoji)) continue
        const path = `/channels/${channel}/messages/${post}/reactions/${encodeURIComponent(emoji)}?limit=50`
        const users = await this.#api.call('GET', path, z.array(User), {
          ...options,
          doing: 'read reactions',
        })
        ratings.push(
          ...(users ?? [])
            .filter(({ bot }) => bot !== true)
            .map(({ id: author }) => ({ post, author, reaction })),
        )
      }
    return ratings
  }

  async #me(options: CallOptions): Promise<string> {
    this.#self ??= (await this.#api.call('GET', '/users/@me', Id, { ...options, doing: 'say who it is' }))?.id
    if (this.#self === undefined) throw new DocentError('dependency_failed', 'Discord does not know the bot.')
    return this.#self
  }
}
