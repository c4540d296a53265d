import type { IncomingHttpHeaders } from 'node:http'
import type { ScriptedReply } from '@docent/testing'

/** One server-sent event. */
export interface WireEvent {
  /** The `event:` line; undefined for none. */
  event: string | undefined
  data: unknown
}

/** How one vendor's API reads requests and writes replies. */
export interface WireProtocol {
  /** Below the base URL. */
  path: string
  /** Problems of a request that the vendor would refuse; [] for a good one. */
  problems(body: unknown, headers: IncomingHttpHeaders): string[]
  isStream(body: unknown, headers: IncomingHttpHeaders): boolean
  /** The reply as events of a stream; `number` counts the replies of the server from 1. */
  events(reply: ScriptedReply, request: WireRequest, number: number): WireEvent[]
  /** The end of the stream behind the events, as written. */
  end: string
  /** The reply as one JSON body. */
  body(reply: ScriptedReply, request: WireRequest, number: number): unknown
  /** An error reply. */
  error(status: number, message: string): unknown
  /** An error within a stream. */
  errorEvent(): WireEvent
  /** Embeddings, below the base URL. */
  embeddings?: { path: string; reply(body: unknown): object }
  headers: Readonly<Record<string, string>>
}

/** What the replies of every vendor repeat of the request. */
export interface WireRequest {
  model: string
}
