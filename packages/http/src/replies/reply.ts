import type { Reply, ReplyHeaders, TextStream } from '@docent/core/plugin'
import type { ReplySink } from '../exchange/reply-sink.ts'
import { cutStalledReader } from './cut-stalled-reader.ts'

export function stream(headers: ReplyHeaders, content: TextStream): Reply {
  return { kind: 'stream', headers, stream: content }
}

/**
 * Writes a reply that is whole. All headers go in one call: Node takes a slower path once `setHeader` was used.
 * @param shared headers of whatever reply it is; those of the reply win.
 */
export function writeWhole(
  res: ReplySink,
  reply: Exclude<Reply, { kind: 'stream' }>,
  shared: Readonly<Record<string, string | string[]>>,
  stalledReaderMs: number,
): void {
  if (reply.kind === 'empty') {
    res.writeHead(reply.status, { ...shared, ...reply.headers })
    res.end()
    return
  }
  const text = reply.kind === 'json' ? JSON.stringify(reply.body) : reply.body
  const type = reply.kind === 'json' ? JSON_TYPE : reply.type
  res.writeHead(reply.status, {
    ...shared,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    ...reply.headers,
    ...(type.startsWith('text/html') ? pageHeaders(reply.headers) : {}),
  })
  // A smaller one is taken by the operating system at once.
  if (text.length > LARGE) cutStalledReader(res, stalledReaderMs)
  res.end(text)
}

/** What every page has: no other site shows it in a frame, and none learns of its address unless the page says so. */
function pageHeaders(own: ReplyHeaders = {}): ReplyHeaders {
  const policy = own['Content-Security-Policy'] ?? ''
  const isFramed = /(?:^|;)\s*frame-ancestors 'self'/.test(policy)
  const ancestors = /(?:^|;)\s*frame-ancestors\s/.test(policy) ? [] : ["frame-ancestors 'none'"]
  return {
    'Content-Security-Policy': [...(policy === '' ? [] : [policy]), ...ancestors].join('; '),
    'X-Frame-Options': isFramed ? 'SAMEORIGIN' : 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': own['Referrer-Policy'] ?? 'no-referrer',
  }
}

/** Characters of a reply that may have to wait for its reader. */
const LARGE = 16 * 1024

const JSON_TYPE = 'application/json; charset=utf-8'
