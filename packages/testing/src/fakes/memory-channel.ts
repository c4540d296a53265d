import { createHmac, timingSafeEqual } from 'node:crypto'
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
  defusePings,
} from '@docent/core/plugin'

/** What somebody does in a channel. */
export interface SaidPost {
  text: string
  author?: string
  /** Of a reply. Absent: it begins a thread. */
  thread?: string
  mention?: boolean
  isMaintainer?: boolean
  isBot?: boolean
  isOwn?: boolean
}

interface MemoryThread {
  name: ChannelThreadName
  title: string
  posts: ChannelPost[]
  isClosed: boolean
  tags: string[]
  reactions: { post: string; author: string; reaction: 'helpful' | 'person' }[]
}

type Delivered = ChannelEvent & { own?: boolean; bot?: boolean; edited?: boolean }

const SECRET = 'memory'

/** A channel in memory, with the people in it: `say` and `react` answer what its vendor would deliver. */
export class MemoryChannel implements Channel {
  readonly name: string
  readonly label = 'Memory'
  readonly capabilities: ChannelCapabilities = {
    maximumLength: 2_000,
    markup: ['code', 'lists', 'links', 'tables'],
    threads: true,
    edits: true,
    rating: 'React to say whether this helped.',
    deliversRatings: true,
    deliversPosts: true,
  }
  readonly threads = new Map<string, MemoryThread>()
  readonly seen = new Set<string>()
  isPublic = true
  /** Replies that the vendor refuses with a rate limit of so many ms. */
  limited: number[] = []
  /** Replies that are posted and whose success gets lost. */
  losesReplies = 0
  /** Calls that fail because the vendor is away. */
  away = 0
  protected readonly clock: Clock
  #ids = 0

  constructor(clock: Clock, name = 'memory') {
    this.clock = clock
    this.name = name
  }

  /** Somebody writes. */
  say({ text, author = 'ada', thread: id, mention = false, ...more }: SaidPost, place = 'team/general') {
    const post = `p${++this.#ids}`
    const thread = id ?? `t${this.#ids}`
    const name = this.threads.get(thread)?.name ?? { place, id: thread }
    const said: ChannelPost = {
      ...{ id: post, author, text, at: this.clock.now(), mentionsBot: mention },
      ...{ isOwn: more.isOwn ?? false, isBot: more.isBot ?? false, isMaintainer: more.isMaintainer ?? false },
    }
    const known = this.threads.get(thread)
    if (known) known.posts.push(said)
    else
      this.threads.set(thread, { name, title: '', posts: [said], isClosed: false, tags: [], reactions: [] })
    const kind = mention ? 'mention' : id === undefined ? 'post' : 'reply'
    const event: Delivered = {
      kind,
      thread: name,
      post,
      author,
      at: said.at,
      own: said.isOwn,
      bot: said.isBot,
    }
    return { post, thread, delivery: this.deliver(event) }
  }

  /** Somebody changes what they wrote. */
  change(thread: string, post: string, text: string): ChannelRequest {
    const known = this.of(thread)
    known.posts = known.posts.map((each) => (each.id === post ? { ...each, text } : each))
    const { author, at } = known.posts.find(({ id }) => id === post) ?? { author: '', at: 0 }
    return this.deliver({ kind: 'post', thread: known.name, post, author, at, edited: true })
  }

  rate(thread: string, post: string, reaction: 'helpful' | 'person', author = 'ada'): ChannelRequest {
    const known = this.of(thread)
    known.reactions.push({ post, author, reaction })
    return this.deliver({
      kind: 'reaction',
      thread: known.name,
      post,
      author,
      at: this.clock.now(),
      reaction,
    })
  }

  deliver(event: Delivered): ChannelRequest {
    const body = Buffer.from(JSON.stringify(event))
    return { headers: { signature: createHmac('sha256', SECRET).update(body).digest('hex') }, body }
  }

  /** What Docent wrote. */
  own(thread: string): ChannelPost[] {
    return this.of(thread).posts.filter(({ isOwn }) => isOwn)
  }

  of(thread: string): MemoryThread {
    const known = this.threads.get(thread)
    if (!known) throw new Error(`no thread ${thread}`)
    return known
  }

  async verify({ headers, body }: ChannelRequest): Promise<ChannelReceipt> {
    const expected = createHmac('sha256', SECRET).update(body).digest()
    const given = Buffer.from(headers.signature ?? '', 'hex')
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new DocentError('unauthorized', 'The delivery has no valid signature.')
    const { own, bot, edited, ...event } = JSON.parse(Buffer.from(body).toString()) as Delivered
    return { events: own || bot || edited ? [] : [event] }
  }

  async thread({ id }: ChannelThreadName, options?: CallOptions): Promise<ChannelThread | undefined> {
    this.begin(options)
    const known = this.threads.get(id)
    return known && structuredClone({ ...known, isPublic: this.isPublic })
  }

  async recent(
    place: string,
    { since, limit }: { since: number; limit: number },
    options?: CallOptions,
  ): Promise<ChannelEvent[]> {
    this.begin(options)
    return [...this.threads.values()]
      .filter(({ name }) => `${name.place}/`.startsWith(`${place}/`))
      .flatMap(({ name, posts }) =>
        posts
          .filter(({ isOwn, isBot, at }) => !isOwn && !isBot && at >= since)
          .map(({ id, author, at, mentionsBot }, index) => {
            const kind = mentionsBot
              ? ('mention' as const)
              : index === 0
                ? ('post' as const)
                : ('reply' as const)
            return { kind, thread: name, post: id, author, at }
          }),
      )
      .sort((a, b) => b.at - a.at)
      .slice(0, limit)
  }

  async reply(
    { id }: ChannelThreadName,
    { text, answers, notify = '' }: ChannelReply,
    options?: CallOptions,
  ): Promise<string> {
    this.begin(options)
    const retryAfterMs = this.limited.shift()
    if (retryAfterMs !== undefined)
      throw new DocentError('dependency_failed', 'Too many posts.', { isRetryable: true, retryAfterMs })
    if (text.length > this.capabilities.maximumLength)
      throw new DocentError('dependency_failed', 'The post is too long.')
    const post = `p${++this.#ids}`
    this.of(id).posts.push({
      ...{ id: post, author: 'docent', text: `${this.clean(text)}${notify}`, at: this.clock.now(), answers },
      ...{ isOwn: true, isBot: true, isMaintainer: false, mentionsBot: false },
    })
    if (this.losesReplies > 0) {
      this.losesReplies -= 1
      throw new DocentError('timeout', 'The channel did not answer.', { isRetryable: true })
    }
    return post
  }

  async edit({ id }: ChannelThreadName, post: string, text: string, options?: CallOptions): Promise<void> {
    this.begin(options)
    const known = this.of(id)
    known.posts = known.posts.map((each) => (each.id === post ? { ...each, text: this.clean(text) } : each))
  }

  async react(_thread: ChannelThreadName, post: string, options?: CallOptions): Promise<void> {
    this.begin(options)
    this.seen.add(post)
  }

  async tag({ id }: ChannelThreadName, tag: string, options?: CallOptions): Promise<void> {
    this.begin(options)
    const { tags } = this.of(id)
    if (!tags.includes(tag)) tags.push(tag)
  }

  permalink({ id }: ChannelThreadName): string {
    return `https://channel.example/${id}`
  }

  /** Takes from a text what would notify people. */
  protected clean(text: string): string {
    return defusePings(text)
  }

  protected begin(options: CallOptions = {}): void {
    options.signal?.throwIfAborted()
    if (this.away === 0) return
    this.away -= 1
    throw new DocentError('dependency_failed', 'The channel is away.', { isRetryable: true })
  }
}
