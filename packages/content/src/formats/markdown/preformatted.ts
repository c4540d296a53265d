import { decodeEntities } from './scan/decode-entities.ts'

const WHOLE = /^<pre\b[^>]{0,500}>([\s\S]*)<\/pre>$/i
const TAG = /<\/?[A-Za-z][^<>]{0,500}>/g

/** An HTML block that is one `<pre>` as a fence, so that its lines stay code; undefined for any other text. */
export function preformatted(html: string): string | undefined {
  const inside = WHOLE.exec(html.trim())?.[1]
  if (inside === undefined || /<pre\b/i.test(inside)) return undefined
  const text = decodeEntities(inside.replaceAll('\r', '').replace(TAG, '')).replace(/^\n+/, '').trimEnd()
  if (text === '') return undefined
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const mark = '`'.repeat(longest + 1)
  return `${mark}\n${text}\n${mark}`
}
