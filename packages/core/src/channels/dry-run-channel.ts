import { inject, injectable } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { Channel, ChannelEvent } from '../ports/channel.ts'
import { ThreadStore } from '../ports/thread-store.ts'
import { ChannelPeople } from './channel-people.ts'
import { MakeChannelAnswer } from './make-channel-answer.ts'
import { ChannelPlaces, type MappedPlace } from './places/channel-places.ts'
import { type SilenceReason, silenceAfter, silenceBefore } from './silence.ts'

/** Replies are listed, too: so many posts are looked through for each that is wanted. */
const REPLIES = 4
/** Posts that are answered at a time: twenty answers of a slow model one by one take minutes. */
const AT_A_TIME = 4

/** What Docent would have said to a post. */
export interface DryAnswer {
  question: string
  url: string | null
  /** The post as it would look; null where Docent would be silent. */
  answer: string | null
  silence: SilenceReason | null
}

export interface DryRun {
  project: Project
  channel: string
  /** One that the project answers in, or that somebody thinks of. */
  place: string
  limit: number
  /** Instead of those of the place. */
  groups?: readonly string[]
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
   * @throws DocentError `not_found` for a channel that is not there, and a place that the project may not read
   */
  async run(asked: DryRun, signal: AbortSignal): Promise<DryAnswer[]> {
    const { channel: name, place, limit } = asked
    const channel = this.places.channel(name)
    if (!channel)
      throw new DocentError('not_found', `The server has no channel "${name}". Enter its credentials first.`)
    const mapped = await this.#mapped(asked, signal)
    const found = await channel.recent(place, { since: 0, limit: limit * REPLIES }, { signal })
    const events = found.filter(({ kind }) => kind !== 'reply').slice(0, limit)
    const answers: DryAnswer[] = []
    for (let at = 0; at < events.length; at += AT_A_TIME) {
      const some = events.slice(at, at + AT_A_TIME)
      answers.push(
        ...(await Promise.all(some.map((event) => this.#answer({ channel, mapped, event }, signal)))),
      )
    }
    return answers
  }

  /** The credentials are the server's own: a place that nobody gave the project may be another organization's. */
  async #mapped({ project, channel, place, groups }: DryRun, signal: AbortSignal): Promise<MappedPlace> {
    const found = await this.places.find(channel, place, { signal })
    const mapping = found?.project.id === project.id ? found.mapping : undefined
    if (!mapping && (found || (await this.places.isShared({ signal }))))
      throw new DocentError(
        'not_found',
        `The project does not answer in ${place} of ${channel}. Add it to "channels".`,
      )
    const draft = { channel, place, answersPerThread: 1, answersPerUserPerDay: 1, answersPerDay: 1 }
    const own = mapping ?? { ...draft, waitMs: 0, silentTags: [] }
    return { project, mapping: { ...own, mode: 'posts', ...(groups === undefined ? {} : { groups, place }) } }
  }

  async #answer(
    { channel, mapped, event }: { channel: Channel; mapped: MappedPlace; event: ChannelEvent },
    signal: AbortSignal,
  ): Promise<DryAnswer> {
    const { thread: name, post: id, author } = event
    const thread = await channel.thread(name, { signal })
    const url = channel.permalink(name) ?? null
    const at = thread?.posts.findIndex((post) => post.id === id) ?? -1
    const post = thread?.posts[at]
    if (!thread || !post)
      return { question: '', url, answer: null, silence: 'the thread or its post is gone' }
    const question = [at === 0 ? thread.title : '', post.text].join('\n\n').trim()
    // As it was when the post was new.
    const then = { ...thread, posts: thread.posts.slice(0, at + 1), isClosed: false }
    const before = silenceBefore(then, { posts: [post], isFollowUp: false }, mapped.mapping)
    if (before !== undefined) return { question, url, answer: null, silence: before }
    // Of this post alone: what others run at the same time is not deleted.
    const fp = `${this.people.hash(channel.name, `${author} ${id}`)}-dry-run`
    const asked = { mapped, place: name.place, thread: then, posts: [post], author: fp }
    try {
      const turn = await this.answers.make(asked, async () => undefined, signal)
      const after = silenceAfter(turn)
      if (after !== undefined) return { question, url, answer: null, silence: after }
      const answer = await this.answers.text(turn, asked, channel.capabilities, signal)
      return { question, url, answer, silence: null }
    } finally {
      await this.threads.forget(mapped.project.id, fp)
    }
  }
}
