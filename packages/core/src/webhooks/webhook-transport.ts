import type { CallOptions } from '../ports/call-options.ts'

export interface WebhookRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** False: an address that is not public is refused, and so is `http:`. */
  allowPrivate: boolean
}

export interface WebhookReply {
  /** A redirect is a reply like any other: it is not followed. */
  status: number
  /** What `Retry-After` asks for, ms. */
  retryAfterMs?: number
}

/** Sends one POST over the network: core has none of its own. */
export interface WebhookTransport {
  /**
   * Connects to the very address that it checked, so that a name cannot be public when it is looked up and private
   * when it is used.
   * @throws DocentError `timeout`, `dependency_failed` (retryable) or `forbidden` (an address that is not public);
   * the message names no address.
   */
  post(request: WebhookRequest, options?: CallOptions): Promise<WebhookReply>
}
