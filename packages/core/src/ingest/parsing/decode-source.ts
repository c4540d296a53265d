import { isUtf8 } from 'node:buffer'

const LFS_POINTER = 'version https://git-lfs.github.com/spec/'
const HEAD = 8_192
/** Share of zero bytes that no text has. UTF-16 has one in two. */
const MANY_ZEROS = 0.1

export type DecodedSource =
  | { text: string /** The first line with bytes that are no UTF-8. */; brokenLine?: number }
  /** It is no text, and why. */
  | { reason: string }

/** The text of a documentation file, which may be anything under the name of a text. */
export function decodeSource(content: Uint8Array): DecodedSource {
  const [first, second] = content
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { reason: 'The file is UTF-16. Save it as UTF-8.' }
  const head = content.subarray(0, HEAD)
  const zeros = head.includes(0) ? head.filter((byte) => byte === 0).length : 0
  const isText = isUtf8(content)
  // A zero byte alone can be a slip of whoever wrote the text.
  if (zeros > head.length * MANY_ZEROS || (zeros > 0 && !isText))
    return { reason: 'The file is binary data or UTF-16, not UTF-8 text.' }
  const text = new TextDecoder().decode(content)
  if (text.startsWith(LFS_POINTER))
    return { reason: 'The file is a pointer of Git LFS. Commit the text itself.' }
  if (isText) return { text }
  const broken = text.indexOf('\ufffd')
  return { text, brokenLine: text.slice(0, broken).split('\n').length }
}
