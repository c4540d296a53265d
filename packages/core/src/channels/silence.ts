import type { ChannelMapping } from '../domain/channel-mapping.ts'
import type { ThreadTurn } from '../domain/thread.ts'
import type { ChannelPost, ChannelThread } from '../ports/channel.ts'
import { isDoubtful, readPost } from './reading-posts.ts'

/** Why Docent says nothing, for the log and the dry run. */
export type SilenceReason =
  | 'the thread or its post is gone'
  | 'the thread is closed or solved'
  | 'the thread is tagged for people'
  | 'a maintainer has replied'
  | 'it is no post of a person'
  | 'nobody asked Docent'
  | 'the post asks nothing'
  | 'the thread has as many answers as it may have'
  | 'a daily cap is reached'
  | 'the documentation does not say'
  | 'the answer named things that the documentation does not have'
  | 'no page supports the answer'
  | 'the documentation may not answer it'

/** Whether to be silent before anything is spent. */
export function silenceBefore(
  thread: ChannelThread,
  asked: { posts: readonly ChannelPost[]; isFollowUp: boolean },
  mapping: ChannelMapping,
): SilenceReason | undefined {
  const last = asked.posts.at(-1)
  if (!last) return 'the thread or its post is gone'
  if (asked.posts.some(({ isOwn, isBot }) => isOwn || isBot)) return 'it is no post of a person'
  if (thread.isClosed) return 'the thread is closed or solved'
  const silent = mapping.silentTags.map((tag) => tag.toLowerCase())
  if (mapping.person?.tag !== undefined) silent.push(mapping.person.tag.toLowerCase())
  if (thread.tags.some((tag) => silent.includes(tag.toLowerCase()))) return 'the thread is tagged for people'
  // Who names Docent wants Docent, whoever else has said something.
  if (asked.posts.some(({ mentionsBot }) => mentionsBot)) return undefined
  const begins = thread.posts[0]?.id === asked.posts[0]?.id
  if (!asked.isFollowUp && !(begins && mapping.mode === 'posts')) return 'nobody asked Docent'
  const words = [begins ? thread.title : '', ...asked.posts.map(({ text }) => text)]
  if (words.every((text) => readPost(text).question === '')) return 'the post asks nothing'
  // Not the person who asks: maintainers ask, too.
  const others = thread.posts.filter(({ author, isMaintainer }) => isMaintainer && author !== last.author)
  return others.length > 0 ? 'a maintainer has replied' : undefined
}

/** Whether an answer is good enough for people who only asked each other. */
export function silenceAfter({ outcome, grounding, sources, answer }: ThreadTurn): SilenceReason | undefined {
  if (outcome !== 'answered') return 'the documentation does not say'
  if ((grounding?.counts.invented ?? 0) > 0)
    return 'the answer named things that the documentation does not have'
  if (sources.length === 0) return 'no page supports the answer'
  if (isDoubtful(answer)) return 'the documentation may not answer it'
  return undefined
}
