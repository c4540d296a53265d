import { createHash } from 'node:crypto'
import type { WebhookTask } from '../domain/webhook-task.ts'
import type { ChannelThreadName } from '../ports/channel.ts'

/** An event that waits to be worked on. */
export interface PendingEvent {
  kind: 'post' | 'reply' | 'mention' | 'reaction'
  post: string
  /** Keyed hash. */
  author: string
  at: number
  reaction?: 'helpful' | 'person'
  /** Of a command; gone when it is answered. */
  text?: string
}

/** An answer that was posted. */
export interface PostedAnswer {
  /** Id of the own post. */
  reply: string
  /** The post that it answers. */
  to: string
  /** Conversation and turn; none of a post that is no answer of the assistant. */
  thread?: string
  turn?: string
}

/** What is remembered of a thread, without a word that a person wrote there, but for a command that waits. */
export interface ChannelState {
  channel: string
  name: ChannelThreadName
  pending: PendingEvent[]
  /** Keys of events that came, the newest last. */
  seen: string[]
  /** Keyed hash of a person → their conversation. */
  conversations: Record<string, string>
  answers: PostedAnswer[]
  /** Answers so far. */
  count: number
  /** The answer that is being made: the turn is new if it is not older. */
  answering?: { to: string; author: string; since: number; failures: number }
  /** Conversation whose question waits for a person. */
  openQuestion?: { thread: string; at: number }
  personCalled?: boolean
  /** When what waits could not be worked on for the first time. */
  failingSince?: number
  /** Job that was begun here, and the post that shows how far it is. */
  job?: { id: string; post: string; shown: string }
}

const MOST_SEEN = 300

/** Names of repositories have no case, and other ids differ by more than that. */
export function channelStateId(channel: string, thread: string): string {
  return `channel/${channel}/${createHash('sha256').update(thread.toLowerCase()).digest('hex').slice(0, 40)}`
}

export function newChannelState(channel: string, name: ChannelThreadName, now: number): WebhookTask {
  const data: ChannelState = {
    channel,
    name,
    pending: [],
    seen: [],
    conversations: {},
    answers: [],
    count: 0,
  }
  return {
    id: channelStateId(channel, name.id),
    kind: 'channel',
    status: 'done',
    attempts: 0,
    dueAt: now,
    createdAt: now,
    updatedAt: now,
    data: { ...data } as unknown as WebhookTask['data'],
  }
}

export function channelState(task: WebhookTask): ChannelState {
  return task.data as unknown as ChannelState
}

/** The task with another state. One without events is done, so that it goes when nothing happens for long. */
export function withState(task: WebhookTask, state: ChannelState, now: number): WebhookTask {
  const status = state.pending.length > 0 || state.job !== undefined ? 'waiting' : 'done'
  return { ...task, status, updatedAt: now, data: { ...state } as unknown as WebhookTask['data'] }
}

/** The state with one more event; undefined when it came before. */
export function withEvent(state: ChannelState, event: PendingEvent): ChannelState | undefined {
  const key =
    event.kind === 'reaction' ? `${event.reaction}:${event.post}:${event.author}` : `post:${event.post}`
  if (state.seen.includes(key)) return undefined
  return { ...state, pending: [...state.pending, event], seen: [...state.seen, key].slice(-MOST_SEEN) }
}
