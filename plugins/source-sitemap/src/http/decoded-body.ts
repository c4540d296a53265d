import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/**
 * The body of a reply without its compression. Reading ends after `maxBytes`, because a small reply may unpack to any
 * size; `isTooLarge` tells that there was more.
 */
export async function decodedBody(
  res: IncomingMessage,
  maxBytes: number,
): Promise<{ body: Uint8Array; isTooLarge: boolean }> {
  const chunks: Buffer[] = []
  let bytes = 0
  let isTooLarge = false
  const collect = async (stream: AsyncIterable<Buffer>) => {
    for await (const chunk of stream) {
      chunks.push(chunk.subarray(0, maxBytes - bytes))
      bytes += chunk.length
      isTooLarge = bytes > maxBytes
      if (isTooLarge) break
    }
  }
  const decoder = decoderOf(res)
  try {
    if (decoder === undefined) await collect(res)
    else await pipeline(res, decoder, collect)
  } catch (error) {
    if (!isTooLarge) throw error
  }
  if (isTooLarge) res.destroy()
  return { body: Buffer.concat(chunks), isTooLarge }
}

function decoderOf({ headers }: IncomingMessage) {
  switch (headers['content-encoding']?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'deflate':
      return createInflate()
    default:
      return undefined
  }
}
