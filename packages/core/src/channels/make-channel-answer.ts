import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { AnswerQuestion } from '../assistant/answer/answer-question.ts'
import type { HistoryMessage } from '../assistant/answer/prompt.ts'
import { type ThreadId, threadId } from '../domain/ids.ts'
import type { ThreadTurn } from '../domain/thread.ts'
import type { ChannelCapabilities, ChannelPost, ChannelThread } from '../ports/channel.ts'
import { Retriever } from '../ports/retriever.ts'
import { ThreadStore } from '../ports/thread-store.ts'
import { groupsOf, type MappedPlace } from './places/channel-places.ts'
import { readPost } from './reading-posts.ts'
import { answerText } from './replies/channel-reply.ts'
import { silenceAfter } from './silence.ts'

/** Passages that an answer is made from. */
const PASSAGES = 8
/** Earlier posts that the model sees of a conversation that it does not know yet, and characters of each. */
const EARLIER = 10
const MAX_POST = 8_000

export interface ChannelQuestion {
  mapped: MappedPlace
  place: string
  thread: ChannelThread
  /** Messages of one person that belong together, oldest first. */
  posts: readonly ChannelPost[]
  /** Keyed hash of the person. */
  author: string
  /** Conversation of the person in this thread. */
  conversation?: string | undefined
}

/** An answer as a turn of an ordinary conversation of the assistant. */
@injectable()
export class MakeChannelAnswer {
  constructor(
    @inject(AnswerQuestion) private readonly answers: AnswerQuestion,
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(Retriever) private readonly retriever: Retriever,
  ) {}

  /** The turn that an attempt before this one stored, since then. */
  async made(conversation: string, since: number, signal: AbortSignal): Promise<ThreadTurn | undefined> {
    const [turn] = await this.threads.turns(threadId(conversation), 1, { signal })
    return turn !== undefined &&
      turn.createdAt >= since &&
      turn.outcome !== 'aborted' &&
      turn.outcome !== 'failed'
      ? turn
      : undefined
  }

  /**
   * @param begin called with the id of the conversation, before anything is spent
   * @throws what AnswerQuestion throws, and the failure of an answer that broke off
   */
  async make(
    asked: ChannelQuestion,
    begin: (conversation: string) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<ThreadTurn> {
    const { mapped, place, thread, posts, author, conversation } = asked
    const first = thread.posts[0]
    const title = first !== undefined && posts.some(({ id }) => id === first.id) ? thread.title : ''
    const read = readPost(posts.map(({ text }) => text).join('\n\n'))
    const answer = await this.answers.answer(
      {
        project: mapped.project,
        fp: author,
        ...defined({ echoedThreadId: conversation }),
        question: `${title}\n\n${read.question}`.trim().slice(0, MAX_POST),
        clientHistory: earlierPosts(thread, posts),
        regenerate: false,
        retrievalPageSize: PASSAGES,
        filter: { trustedGroups: groupsOf(mapped.mapping, place, thread.isPublic) },
        context: read.around === '' ? [] : [{ type: 'textSelection', value: read.around.slice(0, MAX_POST) }],
      },
      signal,
    )
    await begin(answer.threadId)
    let failure: unknown
    await answer.stream((part) => {
      if (part.type === 'error') failure = part.cause ?? new Error(part.message)
      return undefined
    })
    signal.throwIfAborted()
    if (failure !== undefined) throw failure
    const [turn] = await this.threads.turns(threadId(answer.threadId), 1)
    if (!turn) throw new Error('the answer is not in its conversation')
    return this.#asGap(threadId(answer.threadId), turn)
  }

  /** The turn as a post, with the version that its first source is for. */
  async text(
    turn: ThreadTurn,
    { mapped, place, thread }: Pick<ChannelQuestion, 'mapped' | 'place' | 'thread'>,
    capabilities: ChannelCapabilities,
    signal: AbortSignal,
  ): Promise<string> {
    const trustedGroups = groupsOf(mapped.mapping, place, thread.isPublic)
    const path = turn.sources[0]?.path ?? ''
    const page = await this.retriever.page(mapped.project.id, path, { signal, trustedGroups })
    return answerText(turn, page, capabilities)
  }

  /** What is not said was not answered: it is a gap of the documentation. */
  async #asGap(conversation: ThreadId, turn: ThreadTurn): Promise<ThreadTurn> {
    if (turn.outcome !== 'answered' || silenceAfter(turn) === undefined) return turn
    const { index: _, ...unanswered } = { ...turn, outcome: 'unanswered' as const }
    await this.threads.append(conversation, unanswered, { replaceLast: true })
    return turn
  }
}

/** What was said before, as far as it is before the question. Nobody's name is in it. */
function earlierPosts({ title, posts: all }: ChannelThread, posts: readonly ChannelPost[]): HistoryMessage[] {
  const at = all.findIndex(({ id }) => id === posts[0]?.id)
  return all
    .slice(0, Math.max(0, at))
    .slice(-EARLIER)
    .map(({ text, isOwn, id }) => ({
      role: isOwn ? ('assistant' as const) : ('user' as const),
      text: (id === all[0]?.id ? `${title}\n\n${text}` : text).slice(0, MAX_POST),
    }))
}
