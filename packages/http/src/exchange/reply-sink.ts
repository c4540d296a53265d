import type { OutgoingHttpHeaders } from 'node:http'

type SinkEvent = 'close' | 'drain' | 'finish'

/** What a reply is written to. Node's `ServerResponse` is one, so that it needs no wrapper. */
export interface ReplySink {
  readonly statusCode: number
  readonly headersSent: boolean
  readonly destroyed: boolean
  /** Everything was handed over. */
  readonly writableFinished: boolean
  /** Bytes that nobody has taken yet, here and below. */
  readonly writableLength: number
  readonly socket?: { readonly writableLength: number } | null
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown
  flushHeaders(): void
  /** @returns whether the reader keeps up; `drain` follows when it does not */
  write(text: string): boolean
  end(body?: string | Uint8Array): unknown
  /** Cuts the reply off. */
  destroy(): unknown
  /** Calls back when the reader took nothing for so long, ms. */
  setTimeout(ms: number, callback: () => void): unknown
  once(event: SinkEvent, listener: () => void): unknown
  on(event: SinkEvent, listener: () => void): unknown
  off(event: SinkEvent, listener: () => void): unknown
}
