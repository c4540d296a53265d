const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y

/** What may come next: a value, a value or the end of a list, a key, a key or the end of an object, and so on. */
type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing'

/**
 * Offset of the first character that makes a text not JSON (RFC 8259); its length when it ends too early.
 * `JSON.parse` says that a text is wrong but not always where. Only for texts that it refused.
 */
export function jsonErrorOffset(text: string): number {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let offset = 0
  for (;;) {
    TOKEN.lastIndex = offset
    const match = TOKEN.exec(text)
    if (match === null) return skipSpace(text, offset)
    const next = follow(expected, match, open)
    if (next === undefined) return skipSpace(text, offset)
    offset = TOKEN.lastIndex
    expected = next
  }
}

/** The state after a token, undefined when it may not stand there. */
function follow(expected: Expected, match: RegExpExecArray, open: ('{' | '[')[]): Expected | undefined {
  const [, mark, string, literal] = match
  const wantsValue = expected === 'value' || expected === 'value-or-end'
  if (string !== undefined && (expected === 'key' || expected === 'key-or-end')) return 'colon'
  if (string !== undefined || literal !== undefined) return wantsValue ? afterValue(open) : undefined
  if (mark === ':') return expected === 'colon' ? 'value' : undefined
  if (mark === ',') {
    if (expected !== 'comma-or-end') return undefined
    return open.at(-1) === '{' ? 'key' : 'value'
  }
  if (mark === '{' || mark === '[') {
    if (!wantsValue) return undefined
    open.push(mark)
    return mark === '{' ? 'key-or-end' : 'value-or-end'
  }
  const mayEnd = expected === 'comma-or-end' || expected === (mark === '}' ? 'key-or-end' : 'value-or-end')
  if (!mayEnd || open.pop() !== (mark === '}' ? '{' : '[')) return undefined
  return afterValue(open)
}

function afterValue(open: readonly string[]): Expected {
  return open.length === 0 ? 'nothing' : 'comma-or-end'
}

function skipSpace(text: string, offset: number): number {
  let at = offset
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++
  return at
}
