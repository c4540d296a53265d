/** What an explicit target says: a name for what comes next, for an address, or for another name. */
export interface WrittenTarget {
  /** Absent for an anonymous one. */
  name?: string
  uri?: string
  alias?: string
}

const NAMED = /^_(?:`((?:[^`\\]|\\.)+)`|((?:[^:\\]|\\.|:(?!\s|$))+)):(?:\s+|$)/

/** Reads `_name: address` from its lines. */
export function readTarget(lines: readonly string[]): WrittenTarget {
  const text = lines.join('\n').trim()
  if (text.startsWith('__')) return { uri: text.replace(/^__:?\s*/, '').replace(/\s+/g, '') }
  const found = NAMED.exec(text)
  if (found === null) return { name: text.replace(/^_|:$/g, '') }
  const name = (found[1] ?? found[2] ?? '').replace(/\\(.)/g, '$1')
  const body = text.slice(found[0].length).trim()
  if (body === '') return { name }
  const alias = /^(?:`([^`]+)`|([^\s`]+))_$/.exec(body)
  if (alias !== null && !body.endsWith('\\_')) return { name, alias: alias[1] ?? alias[2] ?? '' }
  return { name, uri: unescaped(body.replace(/\s+/g, '')) }
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1')
}
