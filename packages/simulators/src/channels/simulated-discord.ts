import { ChannelVendor, type VendorCall, type VendorReply } from './channel-vendor.ts'

interface DiscordMessage {
  id: string
  channel: string
  content: string
  timestamp: string
  author: { id: string; bot?: boolean }
  mentions: { id: string }[]
  message_reference?: { message_id: string }
  reactions: Map<string, { id: string; bot?: boolean }[]>
  nonce?: string
  /** Whom the post notifies. */
  pings: string[]
}

interface DiscordThread {
  id: string
  name: string
  locked: boolean
  tags: string[]
}

const TOKEN = 'discord-token'
const EPOCH = 1_420_070_400_000n
const FORUM = '200'
const TEXT = '201'
const GUILD = '100'

/** A server with a forum and a text channel, over the REST API. */
export class SimulatedDiscord extends ChannelVendor {
  readonly token = TOKEN
  readonly guild = GUILD
  readonly forum = FORUM
  readonly text = TEXT
  readonly bot = { id: '300', bot: true }
  readonly messages: DiscordMessage[] = []
  readonly threads: DiscordThread[] = []
  /** `@everyone` may not see the channels. */
  isPrivate = false

  get apiUrl(): string {
    return `${this.origin}/api/v10`
  }

  /** A post of the forum: its thread has the id of its first message. */
  open(author: DiscordMessage['author'], content: string): DiscordMessage {
    const message = this.say('', author, content)
    message.channel = message.id
    this.threads.push({ id: message.id, name: '', locked: false, tags: [] })
    return message
  }

  say(channel: string, author: DiscordMessage['author'], content: string, to?: string): DiscordMessage {
    const id = String(((BigInt(this.now()) - EPOCH) << 22n) + BigInt(this.nextId()))
    const message: DiscordMessage = {
      ...{ id, channel, content, author, reactions: new Map(), pings: [] },
      timestamp: new Date(this.now()).toISOString(),
      mentions: [...content.matchAll(/<@(\d+)>/g)].map(([, user = '']) => ({ id: user })),
      ...(to === undefined ? {} : { message_reference: { message_id: to } }),
    }
    this.messages.push(message)
    return message
  }

  find(id: string): DiscordMessage | undefined {
    return this.messages.find((message) => message.id === id)
  }

  pings(): string[] {
    return this.messages.flatMap((message) => message.pings)
  }

  protected override posts({ method }: VendorCall): boolean {
    return method === 'POST'
  }

  protected override limitedReply(seconds: number): VendorReply {
    const headers = { 'retry-after': String(seconds), 'x-ratelimit-scope': 'user' }
    return {
      status: 429,
      body: { message: 'You are being rate limited.', retry_after: seconds, global: false },
      headers,
    }
  }

  protected override answer({ method, url, headers, body }: VendorCall): VendorReply {
    if (headers.authorization !== `Bot ${TOKEN}`) return refused(401, 'Unauthorized')
    const path = url.pathname.slice('/api/v10'.length)
    if (path === '/users/@me') return ok(this.bot)
    if (path === `/guilds/${GUILD}/threads/active`)
      return ok({ threads: this.threads.map((thread) => this.#thread(thread)) })
    const [, channel = '', message, reaction] =
      /^\/channels\/(\d+)(?:\/messages(?:\/(\d+)(?:\/reactions\/([^/]+)(?:\/@me)?)?)?)?$/.exec(path) ?? []
    const place = this.#place(channel)
    if (!place) return refused(404, 'Unknown Channel')
    if (message !== undefined) {
      const found = this.messages.find((each) => each.id === message && each.channel === channel)
      return found ? this.#ofMessage(method, found, reaction, body) : refused(404, 'Unknown Message')
    }
    if (!path.endsWith('/messages')) return ok(place)
    if (method === 'POST') return this.#post(channel, body)
    const after = BigInt(url.searchParams.get('after') ?? 0)
    const before = url.searchParams.get('before')
    const limit = Math.min(Number(url.searchParams.get('limit') ?? 50), 100)
    const isBefore = (id: string) => before === null || BigInt(id) < BigInt(before)
    const found = this.messages.filter(
      (each) => each.channel === channel && BigInt(each.id) > after && isBefore(each.id),
    )
    return ok((after > 0n ? found.slice(0, limit) : found.slice(-limit)).reverse().map(shown))
  }

  #ofMessage(
    method: string,
    message: DiscordMessage,
    reaction: string | undefined,
    body: VendorCall['body'],
  ): VendorReply {
    if (reaction !== undefined) {
      const emoji = decodeURIComponent(reaction)
      const users = message.reactions.get(emoji) ?? []
      if (method === 'GET') return ok(users)
      if (!users.includes(this.bot)) message.reactions.set(emoji, [...users, this.bot])
      return { status: 204, body: undefined }
    }
    if (method === 'PATCH') {
      if (message.author !== this.bot) return refused(403, 'Cannot edit a message authored by another user')
      message.content = String(body.content)
      message.pings.push(...pinged(message.content, body.allowed_mentions))
    }
    return ok(shown(message))
  }

  #post(channel: string, body: VendorCall['body']): VendorReply {
    const content = String(body.content)
    if (content.length > 2_000) return refused(400, 'Must be 2000 or fewer in length.')
    const nonce = body.enforce_nonce === true ? String(body.nonce) : undefined
    const known = this.messages.find(
      (each) => each.channel === channel && nonce !== undefined && each.nonce === nonce,
    )
    if (known) return ok(shown(known))
    const reference = body.message_reference as { message_id: string } | undefined
    const message = this.say(channel, this.bot, content, reference?.message_id)
    message.pings.push(...pinged(content, body.allowed_mentions))
    if (nonce !== undefined) message.nonce = nonce
    return ok(shown(message))
  }

  #place(id: string): object | undefined {
    const permission_overwrites = this.isPrivate ? [{ id: GUILD, type: 0, allow: '0', deny: '1024' }] : []
    const tags = [{ id: '400', name: 'Solved' }]
    if (id === FORUM)
      return { id, type: 15, name: 'help', guild_id: GUILD, permission_overwrites, available_tags: tags }
    if (id === TEXT) return { id, type: 0, name: 'general', guild_id: GUILD, permission_overwrites }
    const thread = this.threads.find((each) => each.id === id)
    return thread && this.#thread(thread)
  }

  #thread({ id, name, locked, tags }: DiscordThread): object {
    const last = this.messages.findLast(({ channel }) => channel === id)?.id
    return {
      ...{ id, type: 11, name, guild_id: GUILD, parent_id: FORUM, last_message_id: last, applied_tags: tags },
      thread_metadata: { archived: false, locked },
    }
  }
}

function shown({ channel, pings: _, reactions, ...message }: DiscordMessage): object {
  return {
    ...message,
    channel_id: channel,
    reactions: [...reactions.keys()].map((name) => ({ emoji: { name }, count: 1 })),
  }
}

/** As `allowed_mentions` says; without it, a text notifies everybody whom it names. */
function pinged(content: string, allowed: unknown): string[] {
  const {
    parse = ['users', 'roles', 'everyone'],
    users = [],
    roles = [],
  } = (allowed ?? {}) as Record<string, string[]>
  const found = content.match(/@everyone|@here|<@&?\d+>/g) ?? []
  return found.filter((each) => {
    const id = /\d+/.exec(each)?.[0] ?? ''
    if (each.startsWith('@')) return parse.includes('everyone')
    return each.startsWith('<@&')
      ? parse.includes('roles') || roles.includes(id)
      : parse.includes('users') || users.includes(id)
  })
}

function ok(body: unknown): VendorReply {
  return { status: 200, body }
}

function refused(status: number, message: string): VendorReply {
  return { status, body: { message, code: 0 } }
}

export async function simulateDiscord(now: () => number): Promise<SimulatedDiscord> {
  const vendor = new SimulatedDiscord(now)
  await vendor.listen()
  return vendor
}
