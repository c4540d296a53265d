import type {
  CallOptions,
  ChannelEvent,
  ChannelPost,
  ChannelThread,
  ChannelThreadName,
  Clock,
} from '@docent/core/plugin'
import { DocentError, defined } from '@docent/core/plugin'
import { z } from 'zod'
import type { Asked, GithubGraphql } from './github-graphql.ts'
import { DISCUSSION, ISSUE, RECENT, REPLIES } from './queries.ts'
import { answeredBy, isOwnText, mentions, withoutMention } from './texts.ts'
import { placeOf } from './thread-place.ts'

const nodes = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .object({ nodes: z.array(schema.nullable()).nullish() })
    .nullish()
    .transform((list) => (list?.nodes ?? []).filter((node) => node !== null))

/** A part of a list, the newest first asked for, and where the part before it ends. */
const pages = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .object({
      nodes: z.array(schema.nullable()).nullish(),
      pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: z.string().nullish() }).nullish(),
    })
    .nullish()
    .transform((list) => ({
      nodes: (list?.nodes ?? []).filter((node) => node !== null),
      before: list?.pageInfo?.hasPreviousPage ? (list.pageInfo.startCursor ?? undefined) : undefined,
    }))

const Post = z.object({
  id: z.string(),
  body: z.string(),
  createdAt: z.string(),
  authorAssociation: z.string(),
  viewerDidAuthor: z.boolean(),
  author: z.object({ __typename: z.string(), login: z.string(), databaseId: z.number().nullish() }).nullish(),
})
type Post = z.output<typeof Post>
const Comment = Post.extend({
  reactions: nodes(
    z.object({ content: z.string(), user: z.object({ databaseId: z.number().nullish() }).nullish() }),
  ),
})
type Comment = z.output<typeof Comment>
const Subject = Post.extend({
  title: z.string(),
  closed: z.boolean(),
  locked: z.boolean(),
  isAnswered: z.boolean().nullish(),
  labels: nodes(z.object({ name: z.string() })),
  comments: pages(Comment.extend({ replies: pages(Comment) })),
})
type Subject = z.output<typeof Subject>
const Replies = z.object({ node: z.object({ replies: pages(Comment) }).nullish() })
const Found = z.object({
  repository: z
    .object({ visibility: z.string(), discussion: Subject.nullish(), issue: Subject.nullish() })
    .nullish(),
})
const Listed = Post.extend({
  number: z.number(),
  category: z.object({ slug: z.string() }).nullish(),
  comments: nodes(Post),
})
const Recent = z.object({
  repository: z.object({ discussions: nodes(Listed), issues: nodes(Listed) }).nullish(),
})

/** Accounts of these may write; which of them do, only their role says. */
const MAY_BE_MAINTAINER = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])
/** Parts of a list that are read: an answer that is not seen would be given twice. */
const PAGES = 30
const ROLE_MS = 10 * 60_000
const REACTIONS: Readonly<Record<string, 'helpful' | 'person'>> = { THUMBS_UP: 'helpful', CONFUSED: 'person' }

/** Reads discussions and issues. */
export class GithubThreads {
  readonly #roles = new Map<string, { mayWrite: boolean; until: number }>()

  readonly #github: GithubGraphql
  readonly #mention: string
  readonly #clock: Clock

  constructor(github: GithubGraphql, mention: string, clock: Clock) {
    this.#github = github
    this.#mention = mention
    this.#clock = clock
  }

  async read({ id }: ChannelThreadName, options: CallOptions): Promise<ChannelThread | undefined> {
    const { repository, kind, at } = placeOf(id)
    const asked = { ...options, repository, doing: `read ${id}` }
    const query = kind === 'issues' ? ISSUE : DISCUSSION
    const comments: Comment[] = []
    let subject: Subject | undefined
    let visibility: string | undefined
    let before: string | undefined
    for (let page = 0; page < PAGES && (page === 0 || before !== undefined); page++) {
      const variables = { ...at, ...defined({ before }) }
      const found = await this.#github.query(query, variables, Found, asked)
      const part = found?.repository?.discussion ?? found?.repository?.issue ?? undefined
      if (!part) return undefined
      subject = part
      visibility = found?.repository?.visibility
      before = part.comments.before
      for (const { replies, ...comment } of part.comments.nodes)
        comments.push(
          comment,
          ...replies.nodes,
          ...(await this.#earlierReplies(comment.id, replies.before, asked)),
        )
    }
    if (!subject) return undefined
    comments.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    const posts: ChannelPost[] = []
    for (const post of [subject, ...comments])
      posts.push(this.#post(post, await this.#isMaintainer(post, repository, options)))
    return {
      title: subject.title,
      posts,
      isClosed: subject.closed || subject.locked || subject.isAnswered === true,
      tags: subject.labels.map(({ name }) => name),
      isPublic: visibility === 'PUBLIC',
      reactions: comments.flatMap(({ id: post, reactions }) =>
        reactions.flatMap(({ content, user }) => {
          const reaction = REACTIONS[content]
          return reaction && user ? [{ post, author: String(user.databaseId ?? ''), reaction }] : []
        }),
      ),
    }
  }

  async #earlierReplies(comment: string, last: string | undefined, asked: Asked): Promise<Comment[]> {
    const replies: Comment[] = []
    let before = last
    for (let page = 0; page < PAGES && before !== undefined; page++) {
      const found = await this.#github.query(REPLIES, { comment, before }, Replies, asked)
      replies.push(...(found?.node?.replies.nodes ?? []))
      before = found?.node?.replies.before
    }
    return replies
  }

  /** @param place `owner/name`, or below it `issues`, `discussions`, or `discussions/CATEGORY` */
  async recent(
    place: string,
    { since, limit }: { since: number; limit: number },
    options: CallOptions,
  ): Promise<ChannelEvent[]> {
    const [owner, name, ...below] = place.split('/')
    if (owner === undefined || name === undefined)
      throw new DocentError('invalid_request', 'A place of GitHub begins with OWNER/REPOSITORY.')
    const repository = `${owner}/${name}`
    const asked = { ...options, repository, doing: `list the newest posts of ${repository}` }
    const found = await this.#github.query(
      RECENT,
      { owner, name, count: Math.min(limit, 100) },
      Recent,
      asked,
    )
    const { discussions = [], issues = [] } = found?.repository ?? {}
    const wanted = `${[repository, ...below].join('/')}/`.toLowerCase()
    return [
      ...discussions.map((each) => ({
        each,
        at: `${repository}/discussions/${each.category?.slug ?? ''}`,
        kind: 'discussions',
      })),
      ...issues.map((each) => ({ each, at: `${repository}/issues`, kind: 'issues' })),
    ]
      .filter(({ at }) => `${at}/`.toLowerCase().startsWith(wanted))
      .flatMap(({ each, at, kind }) => {
        const thread = { place: at, id: `${repository}/${kind}/${each.number}` }
        return [each, ...each.comments].flatMap((post, index) => this.#event(post, index === 0, thread))
      })
      .filter((event) => event.at >= since)
      .sort((a, b) => b.at - a.at)
      .slice(0, limit)
  }

  #event(post: Post, isFirst: boolean, thread: ChannelThreadName): ChannelEvent[] {
    const { isOwn, isBot, mentionsBot, id, author, at } = this.#post(post, false)
    if (isOwn || isBot) return []
    const kind = mentionsBot ? 'mention' : isFirst ? 'post' : 'reply'
    return [{ kind, thread, post: id, author, at }]
  }

  #post({ id, body, createdAt, viewerDidAuthor, author }: Post, isMaintainer: boolean): ChannelPost {
    const isOwn = viewerDidAuthor && isOwnText(body)
    return {
      id,
      author: String(author?.databaseId ?? author?.login ?? 'ghost'),
      text: withoutMention(body, this.#mention),
      at: Date.parse(createdAt),
      isOwn,
      isBot: isOwn || viewerDidAuthor || author?.__typename === 'Bot',
      isMaintainer,
      mentionsBot: mentions(body, this.#mention),
      ...defined({ answers: isOwn ? answeredBy(body) : undefined }),
    }
  }

  async #isMaintainer(
    { author, authorAssociation, viewerDidAuthor }: Post,
    repository: string,
    options: CallOptions,
  ) {
    if (
      !author ||
      author.__typename === 'Bot' ||
      viewerDidAuthor ||
      !MAY_BE_MAINTAINER.has(authorAssociation)
    )
      return false
    const key = `${repository} ${author.login}`
    const known = this.#roles.get(key)
    if (known && known.until > this.#clock.now()) return known.mayWrite
    const asked = { ...options, repository, doing: `ask who may write to ${repository}` }
    const mayWrite = ['admin', 'write'].includes(await this.#github.role(author.login, asked))
    if (this.#roles.size > 10_000) this.#roles.clear()
    this.#roles.set(key, { mayWrite, until: this.#clock.now() + ROLE_MS })
    return mayWrite
  }
}
