import { createHmac } from 'node:crypto'
import { ChannelVendor, type VendorCall, type VendorReply } from './channel-vendor.ts'

interface SlackMessage {
  ts: string
  thread_ts?: string
  user: string
  bot_id?: string
  text: string
  blocks?: { type: string; text: unknown }[]
  metadata?: unknown
  reactions: { name: string; users: string[] }[]
}

type Body = VendorCall['body']

const TOKEN = 'xoxb-simulated'
const CODE = /```[\s\S]*?```|`[^`\n]*`/g

/** One channel of a workspace, over the Web API and the Events API. */
export class SimulatedSlack extends ChannelVendor {
  readonly token = TOKEN
  readonly signingSecret = 'a signing secret'
  readonly team = 'T1'
  readonly channel = 'C1'
  readonly bot = { user: 'UDOCENT', id: 'BDOCENT' }
  readonly messages: SlackMessage[] = []
  isShared = false

  get apiUrl(): string {
    return `${this.origin}/api`
  }

  say(user: string, text: string, more: Partial<SlackMessage> = {}): SlackMessage {
    const ts = `${Math.floor(this.now() / 1000)}.${String(this.nextId()).padStart(6, '0')}`
    const message = { ts, user, text, reactions: [], ...more }
    this.messages.push(message)
    return message
  }

  /** As Slack delivers it. */
  delivery(message: SlackMessage, type: string, subtype?: string) {
    const { reactions: _, blocks: __, metadata: ___, ...event } = message
    const inner = subtype === undefined ? event : { subtype, message: event, ts: event.ts }
    return this.signed(
      JSON.stringify({
        type: 'event_callback',
        team_id: this.team,
        event: { type, channel: this.channel, channel_type: 'channel', ...inner },
      }),
    )
  }

  signed(text: string, { secret = this.signingSecret, at = this.now(), type = 'application/json' } = {}) {
    const body = Buffer.from(text)
    const timestamp = String(Math.floor(at / 1000))
    const signature = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')
    const headers = {
      'content-type': type,
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    }
    return { headers, body }
  }

  /** What notifies people: names in Markdown and in text, outside of code. */
  pings(): string[] {
    return this.messages
      .filter(({ bot_id: bot }) => bot === this.bot.id)
      .flatMap(({ text, blocks = [] }) =>
        [text, ...blocks.flatMap((block) => (block.type === 'markdown' ? [String(block.text)] : []))].flatMap(
          (each) => each.replace(CODE, '').match(/<[!@#][^>]*>|@(?:here|channel|everyone)\b/g) ?? [],
        ),
      )
  }

  protected override posts({ url }: VendorCall): boolean {
    return url.pathname.endsWith('/chat.postMessage')
  }

  protected override limitedReply(seconds: number): VendorReply {
    return {
      status: 429,
      body: { ok: false, error: 'ratelimited' },
      headers: { 'retry-after': String(seconds) },
    }
  }

  protected override answer({ url, headers, body }: VendorCall): VendorReply {
    if (headers.authorization !== `Bearer ${TOKEN}`) return failed('invalid_auth')
    const method = url.pathname.slice('/api/'.length)
    if (body.channel !== undefined && body.channel !== this.channel) return failed('channel_not_found')
    const run = this.#methods[method]
    if (run) return run(body)
    this.violations.push(`${method} is not simulated`)
    return failed('unknown_method')
  }

  readonly #methods: Readonly<Record<string, (body: Body) => VendorReply>> = {
    'auth.test': () => ok({ user_id: this.bot.user, bot_id: this.bot.id, team_id: this.team }),
    'conversations.info': () =>
      ok({
        channel: {
          id: this.channel,
          is_im: false,
          is_ext_shared: this.isShared,
          is_pending_ext_shared: false,
        },
      }),
    'conversations.replies': ({ ts, limit, cursor }) => {
      const found = this.messages.filter((message) => message.ts === ts || message.thread_ts === ts)
      return found.length === 0 ? failed('thread_not_found') : paged(found, limit, cursor)
    },
    'conversations.history': ({ oldest = '0', limit, cursor }) => {
      const top = this.messages.filter(
        ({ thread_ts: thread, ts }) => thread === undefined && Number(ts) >= Number(oldest),
      )
      return paged(top.reverse(), limit, cursor)
    },
    'chat.postMessage': ({ thread_ts: thread, text, blocks, metadata }) => {
      const markdown = (blocks as { type: string; text: unknown }[]).filter(({ type }) => type === 'markdown')
      if (markdown.reduce((sum, each) => sum + String(each.text).length, 0) > 12_000)
        return failed('msg_too_long')
      const more = { bot_id: this.bot.id, blocks: blocks as SlackMessage['blocks'] & object, metadata }
      const { ts } = this.say(this.bot.user, String(text), {
        ...more,
        ...(thread === undefined ? {} : { thread_ts: String(thread) }),
      })
      return ok({ ts, channel: this.channel })
    },
    'chat.update': ({ ts, text, blocks, metadata }) => {
      const message = this.find(String(ts))
      if (message?.bot_id !== this.bot.id) return failed('cant_update_message')
      Object.assign(message, { text, blocks, metadata })
      return ok({ ts })
    },
    'reactions.get': ({ timestamp }) => {
      const message = this.find(String(timestamp))
      return message ? ok({ message: { reactions: message.reactions } }) : failed('message_not_found')
    },
    'reactions.add': ({ timestamp, name }) => {
      const message = this.find(String(timestamp))
      if (!message) return failed('message_not_found')
      if (message.reactions.some((each) => each.name === name && each.users.includes(this.bot.user)))
        return failed('already_reacted')
      message.reactions.push({ name: String(name), users: [this.bot.user] })
      return ok({})
    },
  }

  find(ts: string): SlackMessage | undefined {
    return this.messages.find((message) => message.ts === ts)
  }
}

function paged(messages: readonly SlackMessage[], limit: unknown, cursor: unknown): VendorReply {
  const from = Number(cursor ?? 0)
  const to = from + Math.min(Number(limit), 1_000)
  const next_cursor = to < messages.length ? String(to) : ''
  return ok({
    messages: messages.slice(from, to),
    has_more: next_cursor !== '',
    response_metadata: { next_cursor },
  })
}

function ok(body: object): VendorReply {
  return { status: 200, body: { ok: true, ...body } }
}

function failed(error: string): VendorReply {
  return { status: 200, body: { ok: false, error } }
}

export async function simulateSlack(now: () => number): Promise<SimulatedSlack> {
  const vendor = new SimulatedSlack(now)
  await vendor.listen()
  return vendor
}
