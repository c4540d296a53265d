import type { TextSink } from '../streams/answer-sink.ts'

export type ReplyHeaders = Readonly<Record<string, string>>

/** What an operation answers with. */
export type Reply =
  | { kind: 'json'; status: number; body: unknown; headers?: ReplyHeaders }
  | { kind: 'text'; status: number; type: string; body: string | Uint8Array; headers?: ReplyHeaders }
  | { kind: 'empty'; status: 200 | 204 | 303 | 304 | 308; headers?: ReplyHeaders }
  | { kind: 'stream'; headers: ReplyHeaders; stream: TextStream }

/** A reply that is written piece by piece. */
export interface TextStream {
  /** Writes it from its beginning to its end, in pieces of UTF-8 text. */
  write(out: TextSink): Promise<void>
  /** Written when nothing else was for 15 seconds, so that proxies keep the connection. */
  keepAlive: string
  /** A stream that its client can resume elsewhere ends as soon as the server drains; others may finish. */
  resumable: boolean
}

export function json(body: unknown, status = 200, headers?: ReplyHeaders): Reply {
  return headers === undefined ? { kind: 'json', status, body } : { kind: 'json', status, body, headers }
}
