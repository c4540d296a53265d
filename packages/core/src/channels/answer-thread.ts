import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { ChannelPost, ChannelThread } from '../ports/channel.ts'
import { Clock } from '../ports/clock.ts'
import { Logger } from '../ports/logger.ts'
import { CallPerson } from './call-person.ts'
import { ChannelCaps } from './channel-caps.ts'
import type { ChannelState, PendingEvent, PostedAnswer } from './channel-state.ts'
import { ChannelStore, without } from './channel-store.ts'
import { MakeChannelAnswer } from './make-channel-answer.ts'
import { type SilenceReason, silenceAfter, silenceBefore } from './silence.ts'
import type { ThreadWork } from './thread-work.ts'

const MOST_ANSWERS = 100
/** Attempts at one answer before a person is called instead. */
const ATTEMPTS = 3

/** Answers what waits in a thread, or says nothing. */
@injectable()
export class AnswerThread {
  constructor(
    @inject(ChannelStore) private readonly store: ChannelStore,
    @inject(MakeChannelAnswer) private readonly answers: MakeChannelAnswer,
    @inject(ChannelCaps) private readonly caps: ChannelCaps,
    @inject(CallPerson) private readonly person: CallPerson,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /**
   * Answers the waiting messages of one person. Safe to repeat: an answer that is in the thread is found there, and a turn
   * that was stored is not made again.
   */
  async answer(work: ThreadWork, state: ChannelState, thread: ChannelThread): Promise<void> {
    const { id, channel, mapped, signal } = work
    const { events, posts } = waitingPosts(state, thread)
    const author = events[0]?.author ?? ''
    const to = events.at(-1)?.post ?? ''
    const ids = events.map(({ post }) => post)
    const there = thread.posts.find(
      ({ isOwn, answers }) => isOwn && answers !== undefined && ids.includes(answers),
    )
    if (there) {
      const done = ids.slice(0, ids.indexOf(there.answers ?? '') + 1)
      const about = await this.#turnOf(state, work)
      return this.#record(id, done, { reply: there.id, to: there.answers ?? '', ...about }, signal)
    }
    const reason =
      silenceBefore(thread, { posts, isFollowUp: author in state.conversations }, mapped.mapping) ??
      (state.count >= mapped.mapping.answersPerThread
        ? 'the thread has as many answers as it may have'
        : undefined) ??
      (await this.#begin(work, state, author, to))
    if (reason !== undefined) return this.#beSilent(work, ids, reason)
    if (posts.some(({ mentionsBot }) => mentionsBot)) await this.#showSeen(work, state, to)
    const turn = await this.#turn(work, { thread, posts, author, to, ids })
    if (turn === undefined) return
    const silence = silenceAfter(turn.turn)
    if (silence !== undefined) {
      const { conversation } = turn
      await this.store.change(
        id,
        (now) => ({ ...now, openQuestion: { thread: conversation, at: this.clock.now() } }),
        { signal },
      )
      if (posts.some(({ mentionsBot }) => mentionsBot))
        await this.person.call(work, to, 'The documentation does not answer this.', conversation)
      return this.#beSilent(work, ids, silence)
    }
    const { place } = state.name
    const text = await this.answers.text(turn.turn, { mapped, place, thread }, channel.capabilities, signal)
    const reply = await channel.reply(state.name, { text, answers: to }, { signal })
    await this.#record(id, ids, { reply, to, thread: turn.conversation, turn: turn.turn.id }, signal)
    this.logger.info({ channel: channel.name, place }, 'a post in a channel was answered')
  }

  /** Notes that an answer begins, and takes its caps once. */
  async #begin(
    { id, mapped, signal }: ThreadWork,
    state: ChannelState,
    author: string,
    to: string,
  ): Promise<SilenceReason | undefined> {
    if (state.answering?.to === to) return undefined
    if (!(await this.caps.take(mapped, author, { signal }))) return 'a daily cap is reached'
    const since = this.clock.now()
    await this.store.change(id, (now) => ({ ...now, answering: { to, author, since, failures: 0 } }), {
      signal,
    })
    return undefined
  }

  /** Undefined when it failed too often: then a person was called. */
  async #turn(
    work: ThreadWork,
    asked: {
      thread: ChannelThread
      posts: readonly ChannelPost[]
      author: string
      to: string
      ids: string[]
    },
  ) {
    const { id, mapped, signal } = work
    const { thread, posts, author, to, ids } = asked
    const state = await this.store.get(id, { signal })
    const conversation = state?.conversations[author]
    const since = state?.answering?.since ?? 0
    if (conversation !== undefined) {
      const turn = await this.answers.made(conversation, since, signal)
      if (turn) return { turn, conversation }
    }
    let now = conversation ?? ''
    const begin = (begun: string) => {
      now = begun
      return this.store.change(
        id,
        (current) => ({ ...current, conversations: { ...current.conversations, [author]: begun } }),
        { signal },
      )
    }
    try {
      const place = state?.name.place ?? ''
      const turn = await this.answers.make(
        { mapped, place, thread, posts, author, conversation },
        begin,
        signal,
      )
      await this.caps.count(mapped, turn, { signal })
      return { turn, conversation: now }
    } catch (error) {
      signal.throwIfAborted()
      const failures = (state?.answering?.failures ?? 0) + 1
      await this.store.change(
        id,
        (current) =>
          current.answering ? { ...current, answering: { ...current.answering, failures } } : current,
        { signal },
      )
      if (failures < ATTEMPTS) throw error
      this.logger.error(
        { err: error, channel: work.channel.name },
        'a post in a channel could not be answered',
      )
      await this.person.call(work, to, 'Docent could not answer this.', now === '' ? undefined : now)
      await this.store.change(id, (current) => without(current, ids), { signal })
      return undefined
    }
  }

  async #turnOf(state: ChannelState, { signal }: ThreadWork): Promise<{ thread?: string; turn?: string }> {
    const { answering } = state
    const conversation = answering && state.conversations[answering.author]
    if (conversation === undefined) return {}
    const turn = await this.answers.made(conversation, answering?.since ?? 0, signal)
    return { thread: conversation, ...defined({ turn: turn?.id }) }
  }

  async #record(id: string, posts: string[], answer: PostedAnswer, signal: AbortSignal): Promise<void> {
    await this.store.change(
      id,
      (now) => {
        const { openQuestion: _, ...rest } = without(now, posts)
        return { ...rest, count: now.count + 1, answers: [...now.answers, answer].slice(-MOST_ANSWERS) }
      },
      { signal },
    )
  }

  async #beSilent(
    { id, channel, signal }: ThreadWork,
    posts: string[],
    reason: SilenceReason,
  ): Promise<void> {
    await this.store.change(id, (now) => without(now, posts), { signal })
    this.logger.info({ channel: channel.name, reason }, 'a post in a channel was left alone')
  }

  /** Only a courtesy: an answer does not fail for it. */
  async #showSeen({ channel, signal }: ThreadWork, { name }: ChannelState, post: string): Promise<void> {
    try {
      await channel.react(name, post, { signal })
    } catch (error) {
      signal.throwIfAborted()
      this.logger.debug(
        { channel: channel.name, err: error },
        'a post in a channel could not be marked as seen',
      )
    }
  }
}

/** The oldest waiting message, and further ones of the same person. */
export function waitingPosts(
  state: ChannelState,
  thread: ChannelThread,
): { events: PendingEvent[]; posts: ChannelPost[] } {
  const asked = state.pending.filter(({ kind }) => kind !== 'reaction')
  const author = asked[0]?.author
  const events = asked.filter((event) => event.author === author).toSorted((a, b) => a.at - b.at)
  const posts = events.flatMap(({ post }) => thread.posts.find(({ id }) => id === post) ?? [])
  return { events, posts }
}
