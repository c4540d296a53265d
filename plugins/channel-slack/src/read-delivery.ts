import { createHmac } from 'node:crypto'
import type { ChannelEvent, ChannelReceipt, ChannelRequest } from '@docent/core/plugin'
import { DocentError } from '@docent/core/plugin'
import { isSameText } from '@docent/git-host'
import { z } from 'zod'

/** As Slack asks for: what is older may be a replay. */
const TOLERANCE_MS = 5 * 60_000

const Message = z.object({
  type: z.enum(['message', 'app_mention']),
  subtype: z.string().optional(),
  bot_id: z.string().optional(),
  user: z.string().optional(),
  channel: z.string(),
  channel_type: z.string().optional(),
  ts: z.string(),
  thread_ts: z.string().optional(),
})
const Callback = z.object({ type: z.literal('event_callback'), team_id: z.string(), event: Message })
const Challenge = z.object({ type: z.literal('url_verification'), challenge: z.string() })
const Command = z.object({
  command: z.string(),
  text: z.string(),
  team_id: z.string(),
  channel_id: z.string(),
  user_id: z.string(),
  trigger_id: z.string(),
})

/** Posts with these are by people; other subtypes are edits, joins, and posts of programs. */
const BY_PEOPLE = new Set([undefined, 'file_share', 'thread_broadcast'])

/** @throws DocentError `unauthorized` for a signature that is missing, wrong, or older than five minutes. */
export function assertSigned(
  { headers, body }: ChannelRequest,
  secret: string | undefined,
  now: number,
): void {
  const timestamp = headers['x-slack-request-timestamp'] ?? ''
  const digest = createHmac('sha256', secret ?? '')
    .update(`v0:${timestamp}:`)
    .update(body)
    .digest('hex')
  const isFresh = Math.abs(now - Number(timestamp) * 1_000) <= TOLERANCE_MS
  if (secret !== undefined && isFresh && isSameText(headers['x-slack-signature'] ?? '', `v0=${digest}`))
    return
  throw new DocentError(
    'unauthorized',
    'The delivery was not signed with the secret of channel-slack (SLACK_SIGNING_SECRET), or is too old.',
  )
}

/** @param now milliseconds since the epoch */
export function readDelivery({ headers, body }: ChannelRequest, now: number): ChannelReceipt {
  const text = Buffer.from(body).toString()
  if (headers['content-type']?.includes('urlencoded')) return readCommand(text, now)
  const payload: unknown = JSON.parse(text)
  const challenge = Challenge.safeParse(payload).data
  if (challenge) return { events: [], reply: { status: 200, body: { challenge: challenge.challenge } } }
  const callback = Callback.safeParse(payload).data
  const event = callback && readMessage(callback.team_id, callback.event)
  return { events: event ? [event] : [], reply: { status: 200, body: {} } }
}

function readMessage(team: string, message: z.output<typeof Message>): ChannelEvent | undefined {
  const { type, subtype, bot_id: bot, user, channel, channel_type: kindOf, ts, thread_ts: thread } = message
  if (!BY_PEOPLE.has(subtype) || bot !== undefined || user === undefined) return undefined
  // Who writes to Docent alone asks Docent.
  const isMention = type === 'app_mention' || kindOf === 'im'
  return {
    kind: isMention ? 'mention' : thread === undefined || thread === ts ? 'post' : 'reply',
    thread: { place: `${team}/${channel}`, id: `${team}/${channel}/${thread ?? ts}` },
    post: ts,
    author: user,
    at: timeOf(ts),
  }
}

function readCommand(form: string, now: number): ChannelReceipt {
  const command = Command.safeParse(Object.fromEntries(new URLSearchParams(form))).data
  const text = command?.text.trim() ?? ''
  if (!command || text === '')
    return { events: [], reply: { status: 200, body: { text: 'Write your question after the command.' } } }
  const { team_id: team, channel_id: channel, user_id: author, trigger_id: post } = command
  const thread = { place: `${team}/${channel}`, id: `${team}/${channel}/command-${post}` }
  const events: ChannelEvent[] = [
    { kind: 'mention', thread, post, author, at: now, text: text.slice(0, 8_000) },
  ]
  // In the channel, so that people see which question is answered.
  return {
    events,
    reply: { status: 200, body: { response_type: 'in_channel', text: 'Looking for an answer …' } },
  }
}

/** Milliseconds since the epoch of a `ts`. */
export function timeOf(ts: string): number {
  return Math.round(Number(ts) * 1_000)
}
