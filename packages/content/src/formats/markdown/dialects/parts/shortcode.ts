/** A shortcode of Hugo as it is written: `{{< tab name="a" >}}`, `{{% /tab %}}`. */
export interface Shortcode {
  name: string
  isClosing: boolean
  /** It has no text of its own. */
  isAlone: boolean
  named: ReadonlyMap<string, string>
  positional: readonly string[]
}

const PART = /([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^\s"`]+))|"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^\s"`]+)/g
const LONGEST = 5_000

export type ShortcodeToken = string | { code: Shortcode; written: string }

/** Shortcodes of a text and what stands between. One that its author escaped with a comment is text, without the marks. */
export function tokenizeShortcodes(text: string): ShortcodeToken[] {
  const tokens: ShortcodeToken[] = []
  const missing = new Set<string>()
  let from = 0
  for (const { index, 0: begin } of text.matchAll(/\{\{[<%]/g)) {
    const ending = begin === '{{<' ? '>}}' : '%}}'
    if (index < from || missing.has(ending) || isInCode(text, index)) continue
    const end = text.indexOf(ending, index)
    if (end < 0) missing.add(ending)
    if (end < 0 || end - index > LONGEST) continue
    const inner = text.slice(index + begin.length, end)
    const escaped = /^\/\*([\s\S]*)\*\/$/.exec(inner.trim())
    const code = escaped === null ? readShortcode(inner) : undefined
    if (code === undefined && escaped === null) continue
    tokens.push(text.slice(from, index))
    from = end + ending.length
    tokens.push(
      code === undefined
        ? `${begin}${escaped?.[1] ?? ''}${ending}`.replaceAll('<', '&lt;')
        : { code, written: text.slice(index, from) },
    )
  }
  tokens.push(text.slice(from))
  return tokens
}

function readShortcode(inner: string): Shortcode | undefined {
  const [, closing, name = '', rest = ''] = /^(\/?)\s*([\w./-]+)([\s\S]*)$/.exec(inner.trimStart()) ?? []
  if (name === '' || name === '/') return undefined
  const isAlone = /\/\s*$/.test(rest) || name.endsWith('/')
  const named = new Map<string, string>()
  const positional: string[] = []
  for (const part of rest.replace(/\/\s*$/, '').matchAll(PART)) {
    const [, key, quoted, raw, bare, ...others] = part
    const value = (quoted ?? raw ?? bare ?? others.find((other) => other !== undefined) ?? '').replaceAll(
      '\\"',
      '"',
    )
    if (key === undefined) positional.push(value)
    else named.set(key.toLowerCase(), value)
  }
  return {
    name: name.replace(/\/$/, '').toLowerCase(),
    isClosing: closing === '/',
    isAlone,
    named,
    positional,
  }
}

/** Between backticks of its line. */
function isInCode(text: string, index: number): boolean {
  const near = text.slice(Math.max(0, index - 500), index)
  const marks = near.slice(near.lastIndexOf('\n') + 1).match(/`+/g) ?? []
  return marks.length % 2 === 1
}
