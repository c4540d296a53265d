import { inject, injectable } from 'tsyringe'
import { DocentError } from '../errors/docent-error.ts'
import type { Accounts } from '../ports/accounts.ts'
import { BackgroundTasks } from '../ports/background-tasks.ts'
import type { ChannelThread } from '../ports/channel.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { Logger } from '../ports/logger.ts'
import { NamedLeases } from '../ports/named-leases.ts'
import { AnswerThread, waitingPosts } from './answer-thread.ts'
import { ChannelAgent } from './channel-agent.ts'
import type { ChannelState } from './channel-state.ts'
import { ChannelStore, without } from './channel-store.ts'
import { FollowThread } from './follow-thread.ts'
import { ChannelPlaces } from './places/channel-places.ts'
import { CHANNEL_QUEUE } from './receive-channel-events.ts'
import type { ThreadWork } from './thread-work.ts'

const LEASE_MS = 60_000
const HEARTBEAT_MS = 15_000
/** When another process has the thread, and while a job goes on. */
const LOOK_AGAIN_MS = 5_000
const JOB_MS = 20_000
/** A vendor that is away is asked less and less often, for a day. */
const LONGEST_PAUSE_MS = 10 * 60_000
const GIVE_UP_MS = 24 * 60 * 60_000
/** When a thread is looked at after Docent has said something, or has been silent. */
const LATER_MS = [10 * 60_000, 60 * 60_000, 24 * 60 * 60_000]

/** Works on the threads of channels, each in one process at a time. */
@injectable()
export class WorkOnThreads {
  constructor(
    @inject(ChannelPlaces) private readonly places: ChannelPlaces,
    @inject(ChannelStore) private readonly store: ChannelStore,
    @inject(AnswerThread) private readonly answers: AnswerThread,
    @inject(FollowThread) private readonly follow: FollowThread,
    @inject(ChannelAgent) private readonly agent: ChannelAgent,
    @inject(BackgroundTasks) private readonly tasks: BackgroundTasks,
    @inject(NamedLeases) private readonly leases: NamedLeases,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /** @param accounts where a server has them: without, nobody gives the agent orders */
  async work(id: string, accounts: Accounts | undefined, signal: AbortSignal): Promise<void> {
    const holder = this.ids.sortable()
    if (!(await this.leases.acquire(id, holder, LEASE_MS, { signal }))) return this.#again(id, LOOK_AGAIN_MS)
    const lost = new AbortController()
    const beat = setInterval(() => {
      this.leases.acquire(id, holder, LEASE_MS).then(
        (held) => held || lost.abort(new DocentError('aborted', 'Another process works on the thread.')),
        (error: unknown) => lost.abort(error),
      )
    }, HEARTBEAT_MS)
    try {
      await this.#work(id, accounts, AbortSignal.any([signal, lost.signal]))
    } finally {
      clearInterval(beat)
      await this.leases.release(id, holder)
    }
  }

  async #work(id: string, accounts: Accounts | undefined, signal: AbortSignal): Promise<void> {
    const state = await this.store.get(id, { signal })
    if (!state) return
    const channel = this.places.channel(state.channel)
    const mapped = await this.places.find(state.channel, state.name.place, { signal })
    if (!channel || !mapped) {
      await this.store.change(id, (now) => ({ ...now, pending: [] }), { signal })
      return
    }
    try {
      await this.#read({ id, channel, mapped, signal }, state, accounts)
    } catch (error) {
      signal.throwIfAborted()
      await this.#failed(id, error, signal)
    }
  }

  async #read(work: ThreadWork, state: ChannelState, accounts: Accounts | undefined): Promise<void> {
    const { id, channel, signal } = work
    const read = await channel.thread(state.name, { signal })
    const thread = read && withCommands(read, state)
    if (!thread) {
      await this.store.change(id, (now) => ({ ...now, pending: [] }), { signal })
      return
    }
    await this.follow.follow(work, state, thread)
    if (await this.agent.follow(work, state)) await this.#again(id, JOB_MS)
    const { events, posts } = waitingPosts(state, thread)
    if (events.length === 0) return
    const [post] = posts
    const author = events[0]?.author ?? ''
    const isTaken =
      post?.mentionsBot &&
      !post.isBot &&
      !post.isOwn &&
      (await this.agent.take(work, state, { author, post }, accounts))
    if (isTaken) await this.store.change(id, (now) => without(now, [post.id]), { signal })
    else await this.answers.answer(work, state, thread)
    const after = await this.store.get(id, { signal })
    if (after?.job !== undefined) await this.#again(id, JOB_MS)
    if ((after?.pending.length ?? 0) > 0) await this.#again(id, 0)
    for (const [index, delayMs] of LATER_MS.entries())
      await this.tasks.add(CHANNEL_QUEUE, { id }, { signal, key: `${id}/later-${index}`, delayMs })
  }

  /** What may pass is tried for a day; what nobody foresaw is a failed task, which people can try again. */
  async #failed(id: string, error: unknown, signal: AbortSignal): Promise<void> {
    if (!DocentError.is(error)) throw error
    const now = this.clock.now()
    const state = await this.store.change(
      id,
      (current) => (current.pending.length === 0 ? current : { failingSince: now, ...current }),
      { signal },
    )
    // Only a look: the queue tries it a few times.
    if (state.pending.length === 0) throw error
    const failedFor = now - (state.failingSince ?? now)
    const fields = { channel: state.channel, reason: error.message }
    if (failedFor > GIVE_UP_MS) {
      this.logger.error(fields, 'a thread of a channel was given up')
      await this.store.change(id, ({ failingSince: _, ...rest }) => ({ ...rest, pending: [] }), { signal })
      return
    }
    this.logger.warn(fields, 'a thread of a channel has to wait')
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(LOOK_AGAIN_MS, failedFor))
    await this.#again(id, error.retryAfterMs ?? pause)
  }

  async #again(id: string, delayMs: number): Promise<void> {
    await this.tasks.add(CHANNEL_QUEUE, { id }, { key: id, delayMs })
  }
}

/** The thread with the commands that wait: no thread holds them. */
function withCommands(thread: ChannelThread, { pending }: ChannelState): ChannelThread {
  const commands = pending.flatMap(({ post: id, author, text, at }) =>
    text === undefined
      ? []
      : [{ id, author, text, at, isOwn: false, isBot: false, isMaintainer: false, mentionsBot: true }],
  )
  return commands.length === 0 ? thread : { ...thread, posts: [...thread.posts, ...commands] }
}
