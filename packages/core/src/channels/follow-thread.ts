import { inject, injectable } from 'tsyringe'
import { rememberPersonAnswer } from '../assistant/analytics/person-answers.ts'
import { threadId } from '../domain/ids.ts'
import type { ChannelThread } from '../ports/channel.ts'
import { Clock } from '../ports/clock.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import { ThreadStore } from '../ports/thread-store.ts'
import { CallPerson } from './call-person.ts'
import type { ChannelState } from './channel-state.ts'
import { ChannelStore } from './channel-store.ts'
import type { ThreadWork } from './thread-work.ts'

/** Learns what came of a thread: how people rate answers, and what a person answered where Docent was silent. */
@injectable()
export class FollowThread {
  constructor(
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(ProjectNotes) private readonly notes: ProjectNotes,
    @inject(ChannelStore) private readonly store: ChannelStore,
    @inject(CallPerson) private readonly person: CallPerson,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  async follow(work: ThreadWork, state: ChannelState, thread: ChannelThread): Promise<void> {
    const waiting = state.pending.filter(({ kind }) => kind === 'reaction')
    for (const { post, reaction } of [...thread.reactions, ...waiting]) {
      const answer = state.answers.find(({ reply }) => reply === post)
      if (answer === undefined || reaction === undefined) continue
      if (answer.thread !== undefined) await this.#rate(answer.thread, answer.turn, reaction, work.signal)
      if (reaction === 'person')
        await this.person.call(work, answer.to, 'Somebody asks for a person here.', answer.thread)
    }
    const change = (now: ChannelState) => ({
      ...now,
      pending: now.pending.filter(
        (event) =>
          !waiting.some(
            ({ post, author, reaction }) =>
              event.kind === 'reaction' &&
              event.post === post &&
              event.author === author &&
              event.reaction === reaction,
          ),
      ),
    })
    if (waiting.length > 0) await this.store.change(work.id, change, { signal: work.signal })
    await this.#learn(work, state, thread)
  }

  async #rate(
    thread: string,
    turn: string | undefined,
    reaction: 'helpful' | 'person',
    signal: AbortSignal,
  ): Promise<void> {
    const rating = reaction === 'helpful' ? 'up' : 'down'
    await this.threads.rate(
      threadId(thread),
      turn,
      { rating, text: '', createdAt: this.clock.now() },
      { signal },
    )
  }

  /** The answer of a maintainer is a proposal for the documentation: it is kept with the gap, and published by nobody. */
  async #learn(
    { id, mapped, channel, signal }: ThreadWork,
    { openQuestion, name }: ChannelState,
    thread: ChannelThread,
  ): Promise<void> {
    if (openQuestion === undefined) return
    const said = thread.posts.filter(
      ({ isMaintainer, isOwn, at }) => isMaintainer && !isOwn && at >= openQuestion.at,
    )
    if (said.length === 0) return
    const answer = {
      text: said
        .map(({ text }) => text)
        .join('\n\n')
        .slice(0, 8_000),
      url: channel.permalink(name) ?? null,
      at: said[0]?.at ?? 0,
    }
    await rememberPersonAnswer(this.notes, mapped.project.id, openQuestion.thread, answer, { signal })
    // A thread goes on for a while, so the newest words count until nothing is remembered of it any more.
    if (thread.isClosed) await this.store.change(id, ({ openQuestion: _, ...rest }) => rest, { signal })
  }
}
