import { createHmac } from 'node:crypto'
import { ChannelVendor, type VendorCall, type VendorReply } from './channel-vendor.ts'
import {
  checked,
  part,
  type TalkPost,
  type TalkThread,
  type TalkUser,
  written,
} from './github-talk-shapes.ts'

const REPOSITORY = 'acme/docs'
const TOKEN = 'github_pat_talk'
/** As GitHub notifies people: `@name` outside of code and of hidden comments. */
const CODE = /```[\s\S]*?```|`[^`\n]*`|<!--[\s\S]*?-->/g

/** Discussions and issues of one repository, over GraphQL, and what GitHub delivers about them. */
export class SimulatedGithubTalk extends ChannelVendor {
  readonly token = TOKEN
  readonly webhookSecret = 'a webhook secret'
  readonly repository = REPOSITORY
  visibility: 'PUBLIC' | 'PRIVATE' = 'PUBLIC'
  readonly labels = ['bug', 'needs person']
  readonly threads: TalkThread[] = []
  readonly users: Readonly<Record<'ada' | 'maintainer' | 'bot' | 'docent', TalkUser>> = {
    ada: { id: 11, login: 'ada', type: 'User', role: 'read', association: 'NONE' },
    maintainer: { id: 12, login: 'grace', type: 'User', role: 'write', association: 'MEMBER' },
    bot: { id: 13, login: 'helper[bot]', type: 'Bot', role: 'none', association: 'NONE' },
    docent: { id: 14, login: 'docent-app', type: 'User', role: 'write', association: 'COLLABORATOR' },
  }

  get apiUrl(): string {
    return `${this.origin}/api/v3`
  }

  open(user: TalkUser, text: string, kind: TalkThread['kind'] = 'discussions', category = 'q-a'): TalkThread {
    const number = this.nextId()
    const prefix = kind === 'issues' ? 'I' : 'D'
    const thread = {
      ...{ ...this.#post(prefix, user, text), kind, number, title: '', category, closed: false },
      ...{ labels: [] as string[], comments: [] as TalkPost[] },
    }
    this.threads.push(thread)
    return thread
  }

  comment(thread: TalkThread, user: TalkUser, text: string, replyTo?: string): TalkPost {
    const post = this.#post(thread.kind === 'issues' ? 'IC' : 'DC', user, text)
    if (replyTo !== undefined) post.replyTo = replyTo
    thread.comments.push(post)
    return post
  }

  find(id: string): TalkPost | undefined {
    return this.threads.flatMap((thread) => [thread, ...thread.comments]).find((post) => post.id === id)
  }

  /** Everybody whom posts of Docent notified, but for names behind the text. */
  pings(): string[] {
    return this.threads.flatMap(({ comments }) =>
      comments
        .filter(({ author }) => author === this.users.docent)
        .flatMap(({ body }) => body.replace(CODE, '').match(/(?<![\w`])@[\w-]+/g) ?? []),
    )
  }

  /** A signed delivery, as GitHub sends it. */
  delivery(thread: TalkThread, post: TalkPost, action = post === thread ? 'opened' : 'created') {
    const isComment = post !== thread
    const event = {
      discussions: isComment ? 'discussion_comment' : 'discussion',
      issues: isComment ? 'issue_comment' : 'issues',
    }[thread.kind]
    const done = event === 'discussion' && action === 'opened' ? 'created' : action
    const payload = {
      action: done,
      repository: { full_name: REPOSITORY },
      [thread.kind === 'issues' ? 'issue' : 'discussion']: {
        ...written(thread),
        number: thread.number,
        ...(thread.kind === 'discussions' ? { category: { slug: thread.category } } : {}),
      },
      ...(isComment ? { comment: written(post) } : {}),
      sender: { id: post.author.id, type: post.author.type },
    }
    const body = Buffer.from(JSON.stringify(payload))
    return { headers: this.headers(event, body, this.webhookSecret), body }
  }

  headers(event: string, body: Uint8Array, secret: string): Record<string, string> {
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    return { 'x-github-event': event, 'x-hub-signature-256': `sha256=${signature}` }
  }

  protected override posts({ body }: VendorCall): boolean {
    return /mutation Docent(Add(Discussion)?Comment)\b/.test(String(body.query))
  }

  protected override limitedReply(seconds: number): VendorReply {
    const message =
      'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
    return { status: 403, body: { message }, headers: { 'retry-after': String(seconds) } }
  }

  protected override answer({ method, url, headers, body }: VendorCall): VendorReply {
    if (headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, body: { message: 'Bad credentials' } }
    const login = /^\/api\/v3\/repos\/acme\/docs\/collaborators\/([^/]+)\/permission$/.exec(url.pathname)?.[1]
    if (login !== undefined) {
      const user = Object.values(this.users).find((each) => each.login === decodeURIComponent(login))
      return { status: 200, body: { permission: user?.role ?? 'none' } }
    }
    if (method !== 'POST' || url.pathname !== '/api/graphql') {
      this.violations.push(`${method} ${url.pathname} is not simulated`)
      return { status: 404, body: { message: 'Not Found' } }
    }
    const operation = /(?:query|mutation) (\w+)/.exec(String(body.query))?.[1] ?? ''
    const variables = body.variables as Record<string, string | number>
    try {
      return { status: 200, body: { data: this.#run(operation, variables) } }
    } catch (error) {
      const [type, message] = String(error instanceof Error ? error.message : error).split(': ')
      return { status: 200, body: { data: null, errors: [{ type, message }] } }
    }
  }

  #run(operation: string, variables: Record<string, string | number>): object {
    const { owner, name, number, post = '', subject, body } = variables
    const at = this.threads.find((thread) => thread.number === number)
    const inPlace = `${owner}/${name}`.toLowerCase() === REPOSITORY
    const need = <Value>(value: Value | undefined): Value => {
      if (value === undefined) throw new Error('NOT_FOUND: Could not resolve to a node')
      return value
    }
    if (owner !== undefined && !inPlace) throw new Error('NOT_FOUND: Could not resolve to a Repository')
    switch (operation) {
      case 'DocentDiscussion':
        return {
          repository: { visibility: this.visibility, discussion: this.#subject(need(at), variables.before) },
        }
      case 'DocentIssue':
        return {
          repository: { visibility: this.visibility, issue: this.#subject(need(at), variables.before, 100) },
        }
      case 'DocentReplies': {
        const { comment = '', before } = variables
        const thread = need(this.threads.find(({ comments }) => comments.some(({ id }) => id === comment)))
        const replies = thread.comments.filter(({ replyTo }) => replyTo === comment)
        return {
          node: {
            replies: part(
              replies.map((each) => this.#shown(each)),
              100,
              before,
            ),
          },
        }
      }
      case 'DocentRecent': {
        const listed = (kind: string) => ({
          nodes: this.threads
            .filter((each) => each.kind === kind)
            .map((each) => this.#subject(each))
            .slice(-Number(variables.count)),
        })
        return { repository: { discussions: listed('discussions'), issues: listed('issues') } }
      }
      case 'DocentDiscussionTarget': {
        const node = this.find(String(post))
        const replyTo = node?.replyTo === undefined ? null : { id: node.replyTo }
        return {
          repository: { discussion: { id: need(at).id } },
          node: node ? { id: node.id, replyTo } : null,
        }
      }
      case 'DocentIssueTarget':
        return { repository: { issue: { id: need(at).id } } }
      case 'DocentLabel':
        return {
          repository: {
            label: this.labels.includes(String(variables.label)) ? { id: `LA_${variables.label}` } : null,
          },
        }
      case 'DocentAddLabel': {
        need(this.threads.find(({ id }) => id === subject)).labels.push(String(variables.label).slice(3))
        return { addLabelsToLabelable: { clientMutationId: null } }
      }
      case 'DocentReact': {
        const { reactions } = need(this.find(String(post)))
        if (!reactions.some(({ content, user }) => content === 'EYES' && user === this.users.docent))
          reactions.push({ content: 'EYES', user: this.users.docent })
        return { addReaction: { reaction: { id: 'REA_1' } } }
      }
      case 'DocentUpdateComment':
      case 'DocentUpdateDiscussionComment': {
        const edited = need(this.find(String(post)))
        edited.body = checked(body)
        return { updateIssueComment: { issueComment: { id: edited.id } } }
      }
      case 'DocentAddComment': {
        const made = this.comment(
          need(this.threads.find(({ id }) => id === subject)),
          this.users.docent,
          checked(body),
        )
        return { addComment: { commentEdge: { node: { id: made.id } } } }
      }
      case 'DocentAddDiscussionComment': {
        const replyTo = variables.replyTo === undefined ? undefined : String(variables.replyTo)
        if (replyTo !== undefined && need(this.find(replyTo)).replyTo !== undefined)
          throw new Error('UNPROCESSABLE: Parent comment is already in a thread, cannot reply to it')
        const thread = need(this.threads.find(({ id }) => id === subject))
        return {
          addDiscussionComment: {
            comment: { id: this.comment(thread, this.users.docent, checked(body), replyTo).id },
          },
        }
      }
    }
    this.violations.push(`the operation ${operation} is not simulated`)
    throw new Error('UNPROCESSABLE: unknown operation')
  }

  #subject(thread: TalkThread, before?: string | number, most = 60): object {
    const top = thread.comments.filter(({ replyTo }) => replyTo === undefined)
    const below = (id: string) => thread.comments.filter(({ replyTo }) => replyTo === id)
    return {
      ...this.#shown(thread),
      ...{
        number: thread.number,
        title: thread.title,
        closed: thread.closed,
        locked: false,
        isAnswered: false,
      },
      category: { slug: thread.category },
      labels: { nodes: thread.labels.map((name) => ({ name })) },
      comments: part(
        top.map((each) => ({
          ...this.#shown(each),
          replies: part(
            below(each.id).map((reply) => this.#shown(reply)),
            40,
          ),
        })),
        most,
        before,
      ),
    }
  }

  #shown({ id, body, createdAt, author, reactions }: TalkPost): object {
    return {
      ...{ id, body, createdAt: new Date(createdAt).toISOString(), authorAssociation: author.association },
      viewerDidAuthor: author === this.users.docent,
      author: { __typename: author.type, login: author.login, databaseId: author.id },
      reactions: {
        nodes: reactions.map(({ content, user }) => ({ content, user: { databaseId: user.id } })),
      },
    }
  }

  #post(prefix: string, author: TalkUser, body: string): TalkPost {
    return { id: `${prefix}_kw${this.nextId()}`, author, body, createdAt: this.now(), reactions: [] }
  }
}

export async function simulateGithubTalk(now: () => number): Promise<SimulatedGithubTalk> {
  const vendor = new SimulatedGithubTalk(now)
  await vendor.listen()
  return vendor
}
