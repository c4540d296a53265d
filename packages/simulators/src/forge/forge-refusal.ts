export interface ForgeReply {
  status: number
  body?: unknown
  /** Instead of JSON: a diff. */
  text?: string
  headers?: Readonly<Record<string, string>>
}

/** A reply that refuses: thrown by routes, sent as it is by the server. */
export class ForgeRefusal extends Error {
  readonly reply: ForgeReply

  constructor(status: number, body: unknown, headers?: Readonly<Record<string, string>>) {
    super(`refused with ${status}`)
    this.reply = { status, body, ...(headers ? { headers } : {}) }
  }
}
