/** How far into a page its encoding is looked for, as browsers do. */
const HEAD_BYTES = 1_024

/**
 * The text of a body, by its byte order mark, the `charset` of its Content-Type, or what its HTML says; else UTF-8.
 */
export function decodeText(body: Uint8Array, contentType = ''): string {
  const mark = byteOrderMark(body)
  const named = mark ?? charsetOf(contentType) ?? metaCharset(body) ?? 'utf-8'
  return decoder(named).decode(body)
}

/** True when the bytes can be handed on as they are: whoever reads them takes them for UTF-8. */
export function isUtf8(contentType = ''): boolean {
  const named = charsetOf(contentType)
  return named === undefined || decoder(named).encoding === 'utf-8'
}

function byteOrderMark([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

function charsetOf(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType)?.[1]
}

function metaCharset(body: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(body.subarray(0, HEAD_BYTES))
  const tags = head.match(/<meta\b[^>]*>/gi) ?? []
  return charsetOf(tags.find((tag) => /charset/i.test(tag)) ?? '')
}

function decoder(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label)
  } catch (error) {
    // A name that nobody knows is as good as none.
    if (error instanceof RangeError) return new TextDecoder()
    throw error
  }
}
