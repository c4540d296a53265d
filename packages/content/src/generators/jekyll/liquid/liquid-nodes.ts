import { RAW_BRACE } from './raw-brace.ts'

/** A part of a text with Liquid. What stands between a tag and its end is in the branches of the tag. */
export type LiquidNode =
  | { kind: 'text'; text: string }
  | { kind: 'output'; expression: string }
  | { kind: 'tag'; name: string; rest: string; written: string; branches?: LiquidBranch[] }

/** What follows a tag, or an `else`, `elsif`, or `when` within it. */
export interface LiquidBranch {
  name: string
  rest: string
  nodes: LiquidNode[]
}

const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'capture', 'highlight', 'jekyll-include'])
const BRANCHES = /^(?:else|elsif|when)$/
const LONGEST = 4_000
const DEEPEST = 40

type Open = Extract<LiquidNode, { kind: 'tag' }>

/** Reads a text with Liquid: https://shopify.github.io/liquid. What is never closed ends with the text. */
export function liquidNodes(text: string): LiquidNode[] {
  const top: LiquidNode[] = []
  const open: Open[] = []
  const here = () => open.at(-1)?.branches?.at(-1)?.nodes ?? top
  for (const token of tokens(text)) {
    if (token.kind !== 'tag') {
      here().push(token)
      continue
    }
    const { name, rest } = token
    const ended = name.startsWith('end') ? open.findLastIndex((each) => `end${each.name}` === name) : -1
    if (ended >= 0) open.length = ended
    else if (BRANCHES.test(name) && open.length > 0) open.at(-1)?.branches?.push({ name, rest, nodes: [] })
    else if (BLOCKS.has(name) && open.length < DEEPEST) {
      const block: Open = { ...token, branches: [{ name, rest, nodes: [] }] }
      here().push(block)
      open.push(block)
    } else here().push(token)
  }
  return top
}

/** In linear time: where an end stands is looked up once. */
function* tokens(text: string): Generator<LiquidNode> {
  const next = new Map<string, number>()
  const find = (mark: string, from: number) => {
    const known = next.get(mark)
    if (known !== undefined && (known < 0 || known >= from)) return known
    const found = text.indexOf(mark, from)
    next.set(mark, found)
    return found
  }
  let from = 0
  let trims = false
  const textUntil = (end: number, trimsEnd: boolean): LiquidNode => {
    const part = text.slice(from, end)
    const begun = trims ? part.trimStart() : part
    return { kind: 'text', text: trimsEnd ? begun.trimEnd() : begun }
  }
  for (const { index, 0: mark } of text.matchAll(/\{\{|\{%/g)) {
    if (index < from) continue
    const end = find(mark === '{{' ? '}}' : '%}', index + 2)
    if (end < 0 || end - index > LONGEST) continue
    yield textUntil(index, text[index + 2] === '-')
    const inner = text
      .slice(index + 2, end)
      .replace(/^-/, '')
      .replace(/-$/, '')
      .trim()
    from = end + 2
    trims = text[end - 1] === '-'
    if (mark === '{{') {
      yield { kind: 'output', expression: inner }
      continue
    }
    const [, name = '', rest = ''] = /^([\w-]+|#)([\s\S]*)$/.exec(inner) ?? []
    if (name === '#') continue
    if (name === 'raw' || name === 'comment') {
      const close = find(`end${name}`, from)
      const start = close < 0 ? -1 : text.lastIndexOf('{%', close)
      const after = close < 0 ? -1 : find('%}', close)
      if (start < from || after < 0) continue
      const raw = textUntil(start, text[start + 2] === '-')
      if (name === 'raw' && raw.kind === 'text')
        yield { ...raw, text: raw.text.replace(/\{(?=[{%])/g, RAW_BRACE) }
      from = after + 2
      trims = text[after - 1] === '-'
      continue
    }
    yield { kind: 'tag', name, rest: rest.trim(), written: text.slice(index, from) }
  }
  yield textUntil(text.length, false)
}
