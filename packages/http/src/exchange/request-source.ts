import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/** A request as it came: its body is the stream. Node's `IncomingMessage` is one, so that it needs no wrapper. */
export interface RequestSource extends Readable {
  method?: string | undefined
  /** Path and query, as the client wrote them. */
  url?: string | undefined
  headers: IncomingHttpHeaders
  httpVersion: string
  socket: { readonly remoteAddress?: string | undefined }
}
