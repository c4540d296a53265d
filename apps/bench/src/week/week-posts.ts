import { FASTIFY_TOPICS, FASTIFY_UNKNOWN } from './fastify-questions.ts'
import { BUGS, CHAT, FOREIGN, INJECTIONS, OFF_TOPIC, THANKS } from './other-posts.ts'
import { PNPM_TOPICS, PNPM_UNKNOWN } from './pnpm-questions.ts'

export interface WeekPost {
  readonly kind: string
  readonly text: string
  /** What a right answer is; absent: silence is. */
  readonly right?: { readonly pages: RegExp; readonly contains: RegExp }
  /** A maintainer replies before anybody else. */
  readonly isReplied?: boolean
}

const LOG = Array.from(
  { length: 120 },
  (_, line) =>
    `2031-03-0${1 + (line % 9)}T10:${10 + (line % 50)}:00Z INFO worker-${line % 7} step ${line} done in ${3 * line} ms`,
).join('\n')

/** How people ask. */
const FRAMES: readonly ((question: string) => string)[] = [
  (question) => question,
  (question) => `Hi all,\n\nI am new to this. ${question}\n\nThanks in advance!`,
  (question) => `We are moving a larger project at work and got stuck. ${question} I searched for an hour.`,
  (question) => `${question.toLowerCase()} pls help`,
  (question) =>
    `${question}\n\nMy setup: Ubuntu 24.04, Node 22, in a container. The log of the run:\n\n\`\`\`\n${LOG}\n\`\`\``,
]

/**
 * The posts of a week about one project. Halves share no topic and no text, so that what was tuned for one half says
 * nothing about the other.
 */
export function weekPosts(project: 'pnpm' | 'fastify', half: 'seen' | 'unseen'): WeekPost[] {
  const topics = project === 'pnpm' ? PNPM_TOPICS : FASTIFY_TOPICS
  const unknown = project === 'pnpm' ? PNPM_UNKNOWN : FASTIFY_UNKNOWN
  const own = <Item>(all: readonly Item[]) =>
    all.filter((_, index) => (index % 2 === 0) === (half === 'seen'))
  const silent = (kind: string, texts: readonly string[]) => own(texts).map((text) => ({ kind, text }))
  const answerable = own(topics.map((topic, index) => ({ topic, index }))).flatMap(
    ({ topic, index }): WeekPost[] => {
      const [question, other, pages, contains] = topic
      const right = { pages, contains }
      const frame = FRAMES[(index >> 1) % FRAMES.length] ?? ((text) => text)
      return [
        { kind: 'answerable', text: frame(question), right },
        { kind: 'answerable', text: other, right },
      ]
    },
  )
  const foreign = own(FOREIGN[project]).flatMap(([text, index]): WeekPost[] => {
    const [, , pages, contains] = topics[index] ?? []
    return pages && contains ? [{ kind: 'in another language', text, right: { pages, contains } }] : []
  })
  return [
    ...answerable,
    ...foreign,
    ...silent('not answerable', unknown),
    ...silent('chat', CHAT),
    ...silent('thanks', THANKS),
    ...silent('off topic', OFF_TOPIC),
    ...silent('bug report', BUGS),
    ...silent('injection', INJECTIONS),
    ...own(topics)
      .slice(0, 12)
      .map(([question]) => ({ kind: 'already answered', text: question, isReplied: true })),
  ]
}
