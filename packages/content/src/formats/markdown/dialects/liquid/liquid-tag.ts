import type { Shortcode, ShortcodeToken } from '../parts/shortcode.ts'

/** A word of a tag: `style="info"`, `type=$kind`, `"text"`, `word`. */
const PART = /([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+))|"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+)/g
const LONGEST = 2_000

/** Tags of GitBook, Markdoc and Liquid (`{% hint style="info" %}`) in a text, and what stands between. */
export function tokenizeLiquidTags(text: string): ShortcodeToken[] {
  const tokens: ShortcodeToken[] = []
  let from = 0
  // Backticks of the line that is being read: code within it shows its tags.
  let line = 0
  let ticks = 0
  let isMissing = false
  for (const { index, 0: mark } of text.matchAll(/\n|`+|(?<!\{)\{%/g)) {
    if (mark === '\n') {
      line = index
      ticks = 0
      continue
    }
    if (index < from) continue
    if (mark !== '{%') {
      ticks += 1
      continue
    }
    if (isMissing || (ticks % 2 === 1 && index > line)) continue
    const end = text.indexOf('%}', index + 2)
    if (end < 0) isMissing = true
    if (end < 0 || end - index > LONGEST) continue
    tokens.push(text.slice(from, index))
    from = end + 2
    tokens.push({ code: readTag(text.slice(index + 2, end)), written: text.slice(index, from) })
  }
  tokens.push(text.slice(from))
  return tokens
}

function readTag(inner: string): Shortcode {
  const text = inner.replace(/^-/, '').replace(/-$/, '').trim()
  const [, closing = '', written = '', rest = ''] = /^(\/?)\s*([\w.@/-]*)([\s\S]*)$/.exec(text) ?? []
  const isEnd = closing !== '' || /^end\w/.test(written)
  const isAlone = /\/\s*$/.test(rest)
  const named = new Map<string, string>()
  const positional: string[] = []
  // `{% type="note" %}` and `{% #id %}` have no name: they say something of what stands before them.
  const isNote = rest.startsWith('=') || written === ''
  for (const [word, key, ...values] of (isNote ? text : rest.replace(/\/\s*$/, '')).matchAll(PART)) {
    const value = values.find((each) => each !== undefined) ?? word
    if (key === undefined) positional.push(value)
    else named.set(key.toLowerCase(), value)
  }
  const name = closing === '' && isEnd ? written.slice('end'.length) : written
  return { name: isNote ? '' : name.toLowerCase(), isClosing: isEnd, isAlone, named, positional }
}
