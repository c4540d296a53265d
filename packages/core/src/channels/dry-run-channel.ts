import { inject, injectable } from 'tsyringe'
import { DocentError } from '../errors/docent-error.ts'
import type { Channel, ChannelEvent } from '../ports/channel.ts'
import { ThreadStore } from '../ports/thread-store.ts'
import { ChannelPeople } from './channel-people.ts'
import { MakeChannelAnswer } from './make-channel-answer.ts'
import { ChannelPlaces, type MappedPlace } from './places/channel-places.ts'
import { answerText } from './replies/channel-reply.ts'
import { type SilenceReason, silenceAfter, silenceBefore } from './silence.ts'

/** Replies are listed, too: so many posts are looked through for each that is wanted. */
const REPLIES = 4

/** What Docent would have said to a post. */
export interface DryAnswer {
  question: string
  url: string | null
  /** The post as it would look; null where Docent would be silent. */
  answer: string | null
  silence: SilenceReason | null
}

/** Answers the newest posts of a place without posting: what people see before they turn a channel on. */
@injectable()
export class DryRunChannel {
  constructor(
    @inject(ChannelPlaces) private readonly places: ChannelPlaces,
    @inject(ChannelPeople) private readonly people: ChannelPeople,
    @inject(MakeChannelAnswer) private readonly answers: MakeChannelAnswer,
    @inject(ThreadStore) private readonly threads: ThreadStore,
  ) {}

  /**
   * Spends what real answers would. Their conversations are deleted again.
   * @throws DocentError `not_found` for a place that the project does not answer in
   */
  async run(
    {
      project,
      channel: name,
      place,
      limit,
    }: { project: string; channel: string; place: string; limit: number },
    signal: AbortSignal,
  ): Promise<DryAnswer[]> {
    const mapped = await this.places.find(name, place, { signal })
    const channel = this.places.channel(name)
    if (!channel || mapped?.project.id !== project)
      throw new DocentError(
        'not_found',
        `The project does not answer in ${place} of ${name}. Add it to "channels".`,
      )
    const found = await channel.recent(place, { since: 0, limit: limit * REPLIES }, { signal })
    const events = found.filter(({ kind }) => kind !== 'reply').slice(0, limit)
    const answers: DryAnswer[] = []
    for (const event of events) answers.push(await this.#answer(channel, mapped, event, signal))
    return answers
  }

  async #answer(
    channel: Channel,
    mapped: MappedPlace,
    { thread: name, post: id, author }: ChannelEvent,
    signal: AbortSignal,
  ): Promise<DryAnswer> {
    const thread = await channel.thread(name, { signal })
    const url = channel.permalink(name) ?? null
    const at = thread?.posts.findIndex((post) => post.id === id) ?? -1
    const post = thread?.posts[at]
    if (!thread || !post)
      return { question: '', url, answer: null, silence: 'the thread or its post is gone' }
    const question = [at === 0 ? thread.title : '', post.text].join('\n\n').trim()
    // As it was when the post was new.
    const then = { ...thread, posts: thread.posts.slice(0, at + 1), isClosed: false }
    const before = silenceBefore(
      then,
      { posts: [post], isFollowUp: false },
      { ...mapped.mapping, mode: 'posts' },
    )
    if (before !== undefined) return { question, url, answer: null, silence: before }
    const fp = `${this.people.hash(channel.name, author)}-dry-run`
    try {
      const asked = { mapped, place: name.place, thread: then, posts: [post], author: fp }
      const turn = await this.answers.make(asked, async () => undefined, signal)
      const after = silenceAfter(turn)
      const answer = after === undefined ? answerText(turn, undefined, channel.capabilities) : null
      return { question, url, answer, silence: after ?? null }
    } finally {
      await this.threads.forget(mapped.project.id, fp)
    }
  }
}
