import type { HostReply } from '../host/host-server.ts'

export interface ForgeReply extends HostReply {
  /** Instead of JSON: a diff. */
  text?: string
}

/** A reply that refuses: thrown by routes, sent as it is by the server. */
export class ForgeRefusal extends Error {
  readonly reply: ForgeReply

  constructor(status: number, body: unknown, headers?: Readonly<Record<string, string>>) {
    super(`refused with ${status}`)
    this.reply = { status, body, ...(headers ? { headers } : {}) }
  }
}
