export interface TalkUser {
  id: number
  login: string
  type: 'User' | 'Bot'
  /** Role in the repository. */
  role: 'none' | 'read' | 'write' | 'admin'
  association: 'NONE' | 'MEMBER' | 'COLLABORATOR'
}

export interface TalkPost {
  id: string
  author: TalkUser
  body: string
  createdAt: number
  /** Of a reply to a comment of a discussion. */
  replyTo?: string
  reactions: { content: string; user: TalkUser }[]
}

export interface TalkThread extends TalkPost {
  kind: 'discussions' | 'issues'
  number: number
  title: string
  category: string
  closed: boolean
  labels: string[]
  comments: TalkPost[]
}

/** The last nodes before a cursor. */
export function part(nodes: readonly object[], most: number, before?: string | number) {
  const end = before === undefined ? nodes.length : Number(before)
  const start = Math.max(0, end - most)
  const pageInfo = { hasPreviousPage: start > 0, startCursor: start > 0 ? String(start) : null }
  return { nodes: nodes.slice(start, end), pageInfo }
}

export function written({ id, body, createdAt, author }: TalkPost) {
  // Webhooks have seconds.
  return {
    node_id: id,
    body,
    created_at: new Date(createdAt).toISOString(),
    user: { id: author.id, type: author.type },
  }
}

export function checked(body: string | number | undefined): string {
  const text = String(body)
  if (text.length > 65_536) throw new Error('UNPROCESSABLE: Body is too long (maximum is 65536 characters)')
  return text
}
