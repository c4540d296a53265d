import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** What differs between vendors, as data. */
export interface ChannelCapabilities {
  /** Longest text of one post, in UTF-16 units. */
  readonly maximumLength: number
  /** What of Markdown its posts show as more than text. */
  readonly markup: readonly ('code' | 'lists' | 'links' | 'tables')[]
  /** Replies stay below the post that they answer. */
  readonly threads: boolean
  readonly edits: boolean
  /** How people rate an answer, as one sentence at its end. */
  readonly rating: string
  /** Whether ratings are delivered as events. Otherwise Docent looks for them. */
  readonly deliversRatings: boolean
  /** Whether posts are delivered as events. Otherwise Docent asks for them. */
  readonly deliversPosts: boolean
}

/** Where a conversation is. */
export interface ChannelThreadName {
  /** Segments from the widest, such as `acme/docs/discussions/q-a`. A mapping takes a place and all below it. */
  readonly place: string
  /** Unique within the channel. */
  readonly id: string
}

/**
 * Something that happened. It only says where to look: what a thread holds is read when it is worked on, so that late,
 * doubled, and reordered deliveries change nothing.
 */
export interface ChannelEvent {
  /** `post` begins a thread, `reply` is in one, `mention` asks the bot, `reaction` is about an answer. */
  readonly kind: 'post' | 'reply' | 'mention' | 'reaction'
  readonly thread: ChannelThreadName
  /** The post that it is about, unique within the thread. */
  readonly post: string
  /** Who did it, as the vendor identifies people. Core keeps a keyed hash. */
  readonly author: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly reaction?: 'helpful' | 'person'
  /** Of a command, which no thread holds: what was asked. */
  readonly text?: string
}

export interface ChannelPost {
  readonly id: string
  readonly author: string
  /** Markdown, without the mention of the bot. */
  readonly text: string
  readonly at: number
  /** Written by Docent. */
  readonly isOwn: boolean
  /** Written by another program. */
  readonly isBot: boolean
  /** Written by somebody who answers for the project, such as by write access. */
  readonly isMaintainer: boolean
  readonly mentionsBot: boolean
  /** Of an own post: the post that it answers. */
  readonly answers?: string
}

/** A conversation as it is now. */
export interface ChannelThread {
  readonly title: string
  /** Oldest first. */
  readonly posts: readonly ChannelPost[]
  /** Solved, closed, or locked. */
  readonly isClosed: boolean
  /** Labels and tags, as people see them. */
  readonly tags: readonly string[]
  /** People outside the organization can read it, as far as the vendor says. */
  readonly isPublic: boolean
  /** What people said about own posts, by their reactions. */
  readonly reactions: readonly { post: string; author: string; reaction: 'helpful' | 'person' }[]
}

/** A delivery as it came. */
export interface ChannelRequest {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface ChannelReceipt {
  readonly events: readonly ChannelEvent[]
  /** What the vendor expects, once the events are stored. Absent: an empty success. */
  readonly reply?: { readonly status: number; readonly body: unknown }
}

export interface ChannelReply {
  /** Markdown, at most `maximumLength`. A model wrote it: nothing in it notifies anybody, see `defusePings`. */
  readonly text: string
  /** The post that it answers. `ChannelPost.answers` says it again. */
  readonly answers: string
  /** Who is notified, as the vendor writes it, such as `@acme/docs-team`. */
  readonly notify?: string
}

/** A place where people ask, such as the discussions of a repository. */
export interface Channel {
  /** As projects name it, such as `github`. Deliveries come to `/webhooks/{name}`. */
  readonly name: string
  /** For people. */
  readonly label: string
  readonly capabilities: ChannelCapabilities
  /**
   * Reads a delivery. Own posts, those of other programs, and edits are no events. Makes no request of its own: vendors
   * wait a few seconds.
   * @throws DocentError `unauthorized` for a signature that is missing, wrong, or too old
   */
  verify(request: ChannelRequest): Promise<ChannelReceipt>
  /** The newest posts of a conversation, at least 50, and always the first. Undefined when it is gone. */
  thread(name: ChannelThreadName, options?: CallOptions): Promise<ChannelThread | undefined>
  /** The newest posts that begin threads, and mentions, of a place, newest first. Never earlier than `since`. */
  recent(
    place: string,
    query: { since: number; limit: number },
    options?: CallOptions,
  ): Promise<ChannelEvent[]>
  /**
   * Posts once: a request that may have arrived is not repeated.
   * @returns the id of the post
   * @throws DocentError `isRetryable` with `retryAfterMs` for a rate limit; then nothing was posted
   */
  reply(thread: ChannelThreadName, reply: ChannelReply, options?: CallOptions): Promise<string>
  /** Replaces the text of an own post. */
  edit(thread: ChannelThreadName, post: string, text: string, options?: CallOptions): Promise<void>
  /** Shows on a post that an answer is on its way. Doing so again changes nothing. */
  react(thread: ChannelThreadName, post: string, options?: CallOptions): Promise<void>
  /** Capability: puts a tag on a thread that a person has made before. */
  tag?(thread: ChannelThreadName, tag: string, options?: CallOptions): Promise<void>
  /** The address of a thread for people; undefined where the vendor has none. */
  permalink(thread: ChannelThreadName): string | undefined
}

export const RegisteredChannels: Token<readonly Channel[]> = token<readonly Channel[]>('RegisteredChannels')
