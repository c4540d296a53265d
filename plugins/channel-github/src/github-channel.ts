import {
  type CallOptions,
  type Channel,
  type ChannelCapabilities,
  type ChannelEvent,
  type ChannelReceipt,
  type ChannelReply,
  type ChannelRequest,
  type ChannelThread,
  type ChannelThreadName,
  DocentError,
  defined,
} from '@docent/core/plugin'
import { hexSigned } from '@docent/git-host'
import { z } from 'zod'
import { type GithubDependencies, GithubGraphql } from './github-graphql.ts'
import { GithubThreads } from './github-threads.ts'
import type { GithubChannelSettings } from './options.ts'
import {
  ADD_COMMENT,
  ADD_DISCUSSION_COMMENT,
  ADD_LABEL,
  DISCUSSION_TARGET,
  ISSUE_TARGET,
  LABEL,
  REACT,
  UPDATE_COMMENT,
  UPDATE_DISCUSSION_COMMENT,
} from './queries.ts'
import { readDelivery } from './read-delivery.ts'
import { ownText } from './texts.ts'
import { placeOf } from './thread-place.ts'

const Id = z.object({ id: z.string() })
const isSigned = hexSigned(['x-hub-signature-256'], 'sha256=')

/** Discussions and issues of repositories. */
export class GithubChannel implements Channel {
  readonly name: string
  readonly label = 'GitHub'
  readonly capabilities: ChannelCapabilities = {
    // GitHub takes 65,536: the mark and what makes pings harmless come on top.
    maximumLength: 60_000,
    markup: ['code', 'lists', 'links', 'tables'],
    threads: true,
    edits: true,
    rating: 'Did this help? React with 👍, or with 😕 to ask for a person.',
    // GitHub has no webhook for reactions.
    deliversRatings: false,
    deliversPosts: true,
  }
  readonly #settings: GithubChannelSettings
  readonly #github: GithubGraphql
  readonly #threads: GithubThreads

  constructor(settings: GithubChannelSettings, dependencies: GithubDependencies) {
    this.name = settings.name
    this.#settings = settings
    this.#github = new GithubGraphql(settings, dependencies)
    this.#threads = new GithubThreads(this.#github, settings.mention, dependencies.clock)
  }

  async verify({ headers, body }: ChannelRequest): Promise<ChannelReceipt> {
    const { webhookSecret, mention } = this.#settings
    if (webhookSecret === undefined || !isSigned(new Map(Object.entries(headers)), body, webhookSecret))
      throw new DocentError(
        'unauthorized',
        'The delivery was not signed with the secret of channel-github (GITHUB_CHANNEL_WEBHOOK_SECRET).',
      )
    let payload: unknown
    try {
      payload = JSON.parse(Buffer.from(body).toString())
    } catch (cause) {
      throw new DocentError(
        'invalid_json',
        'The webhook is not JSON. Set its content type to application/json.',
        { cause },
      )
    }
    const event = readDelivery(headers['x-github-event'] ?? '', payload, mention)
    return { events: event ? [event] : [] }
  }

  thread(name: ChannelThreadName, options: CallOptions = {}): Promise<ChannelThread | undefined> {
    return this.#threads.read(name, options)
  }

  recent(
    place: string,
    query: { since: number; limit: number },
    options: CallOptions = {},
  ): Promise<ChannelEvent[]> {
    return this.#threads.recent(place, query, options)
  }

  async reply(
    { id }: ChannelThreadName,
    { text, answers, notify }: ChannelReply,
    options: CallOptions = {},
  ): Promise<string> {
    const { repository, kind, at } = placeOf(id)
    const asked = { ...options, repository, doing: `reply in ${id}`, isWrite: true }
    const body = ownText(text, answers, notify)
    // `person:…` and the like name the post behind the colon.
    const post = answers.split(':').at(-1) ?? answers
    if (kind === 'issues') {
      const issue = z.object({ repository: z.object({ issue: Id }) })
      const subject = await this.#github.query(ISSUE_TARGET, at, issue, asked)
      const variables = { subject: this.#there(subject, id).repository.issue.id, body }
      const added = z.object({ addComment: z.object({ commentEdge: z.object({ node: Id }) }) })
      return this.#there(await this.#github.query(ADD_COMMENT, variables, added, asked), id).addComment
        .commentEdge.node.id
    }
    const target = z.object({
      repository: z.object({ discussion: Id }),
      node: Id.extend({ replyTo: Id.nullish() }).nullish(),
    })
    const found = this.#there(await this.#github.query(DISCUSSION_TARGET, { ...at, post }, target, asked), id)
    const subject = found.repository.discussion.id
    // An answer to the discussion itself is a comment of its own, so that it can be marked as the answer.
    const replyTo =
      found.node && found.node.id !== subject ? (found.node.replyTo?.id ?? found.node.id) : undefined
    const added = z.object({ addDiscussionComment: z.object({ comment: Id }) })
    const variables = { subject, body, ...defined({ replyTo }) }
    const reply = await this.#github.query(ADD_DISCUSSION_COMMENT, variables, added, asked)
    return this.#there(reply, id).addDiscussionComment.comment.id
  }

  async edit(
    { id, place }: ChannelThreadName,
    post: string,
    text: string,
    options: CallOptions = {},
  ): Promise<void> {
    const { repository, kind } = placeOf(id)
    const thread = await this.thread({ id, place }, options)
    const answers = thread?.posts.find((each) => each.id === post)?.answers
    const query = kind === 'issues' ? UPDATE_COMMENT : UPDATE_DISCUSSION_COMMENT
    const body = ownText(text, answers ?? post)
    const asked = { ...options, repository, doing: `edit a comment in ${id}` }
    await this.#github.query(query, { post, body }, z.unknown(), asked)
  }

  async react({ id }: ChannelThreadName, post: string, options: CallOptions = {}): Promise<void> {
    const { repository } = placeOf(id)
    await this.#github.query(REACT, { post }, z.unknown(), {
      ...options,
      repository,
      doing: `react in ${id}`,
    })
  }

  async tag({ id }: ChannelThreadName, tag: string, options: CallOptions = {}): Promise<void> {
    const { repository, kind, at } = placeOf(id)
    const asked = { ...options, repository, doing: `label ${id}` }
    const label = z.object({ repository: z.object({ label: Id.nullish() }) })
    const found = (await this.#github.query(LABEL, { ...at, label: tag }, label, asked))?.repository.label
    if (!found)
      throw new DocentError(
        'dependency_failed',
        `${repository} has no label "${tag}". Create it, or change person.tag.`,
      )
    const issue = z.object({ repository: z.object({ issue: Id.nullish(), discussion: Id.nullish() }) })
    const query = kind === 'issues' ? ISSUE_TARGET : DISCUSSION_TARGET
    const { repository: of } = this.#there(
      await this.#github.query(
        query,
        { ...at, ...(kind === 'issues' ? {} : { post: found.id }) },
        issue,
        asked,
      ),
      id,
    )
    const subject = of.issue?.id ?? of.discussion?.id
    await this.#github.query(ADD_LABEL, { subject, label: found.id }, z.unknown(), asked)
  }

  permalink({ id }: ChannelThreadName): string {
    const { origin, hostname } = new URL(this.#settings.baseUrl)
    return `${hostname === 'api.github.com' ? 'https://github.com' : origin}/${id}`
  }

  #there<Value>(value: Value | undefined, id: string): Value {
    if (value !== undefined) return value
    throw new DocentError('dependency_failed', `GitHub does not know ${id} any more.`)
  }
}
