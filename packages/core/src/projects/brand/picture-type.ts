/** Bytes with which the files of a type begin. */
const MARKS: readonly (readonly [type: string, pattern: RegExp])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what files of this type begin with
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['image/avif', /^[\s\S]{4}ftypavi[fs]/],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what files of this type begin with
  ['image/x-icon', /^\x00\x00\x01\x00/],
]

const SVG =
  /^\ufeff?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:(?:<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE svg[^>[]{0,300}>)\s*)*<svg[\s>]/i

/** The type of a picture by its name and its content; undefined for what is none, whatever it is called. */
export function pictureType(name: string, content: Uint8Array): string | undefined {
  const head = Buffer.from(content.subarray(0, 4_096))
  const start = head.toString('latin1')
  const found = MARKS.find(([, pattern]) => pattern.test(start))
  if (found !== undefined) return found[0]
  return /\.svg$/i.test(name) && SVG.test(head.toString('utf8')) ? 'image/svg+xml' : undefined
}
