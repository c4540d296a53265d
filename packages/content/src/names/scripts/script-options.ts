import { eachScriptToken, type ScriptToken } from './script-tokens.ts'

/** A key of an object, or a parameter that a call names. */
export interface ScriptOption {
  name: string
  /** UTF-16 units of the code. */
  at: number
  /** The function that gets it, as the code calls it, or `export`; '' where nobody gets it, undefined where it is data of the code's own. */
  callee: string | undefined
  /** Where the object opens whose key it is; undefined for a parameter. */
  group?: number
}

/** A member of what a call returned, by the place of its dot, with the name that the chain begins with. */
export interface ScriptResult {
  at: number
  root: string
}

const LONGEST_WORD = 100
const MOST_MEMBERS = 16

interface Frame {
  kind: 'call' | 'group' | 'object' | 'body'
  at: number
  callee: string
  /** A function returns what stands in it. */
  isReturned: boolean
  argument: number
  /** The first argument as it is written. */
  first: string
  /** The key whose value is read. */
  key: string
}

/** They show, send, store or compare data, whatever it is called. */
const TAKES_DATA =
  /^(?:(?:console|JSON|Object|Array|Promise)(?:\..*)?|structuredClone|Map|Set|WeakMap|dict|(?:.*\.)?(?:json|stringify|unshift|values|insertOne|insertMany|insert|dispatch|sign|expect|to(?:Strict)?Equal|toMatchObject|toContainEqual|toHaveBeenCalledWith|mock(?:Return|Resolved)Value(?:Once)?|thenReturn)|assert(?:\..*)?|(?:.*\.)?(?<!\b(?:router|navigation|history)\.)push|(?:res|response|reply|ws|socket)?\.send)$/
/** Their parts are named by who writes them. */
const TAKES_SHAPE = /^(?:[\w$.]*\.)?(?:object|strictObject|looseObject|Object|struct|Struct|Schema|\w*Table)$/
/** What goes in comes out. */
const KEEPS =
  /^(?:ref|reactive|shallowRef|useState|useReducer|useMemo|computed|signal|writable|readable|\$state|\$derived|atom|observable|(?:.*\.)?(?:freeze|seal|assign|map|flatMap|reduce|concat|filter|fromEntries|from|sort|then))$/
/** Below these keys stands what the reader names. */
const HOLDS_DATA =
  /^(?:data|payload|variables|properties|params|query|body|headers|context|state|initialState|defaultValues|env|[A-Z]\w*)$/
const NO_CALL =
  /^(?:if|for|while|switch|catch|with|function|return|await|typeof|in|of|case|and|or|not|elif|def|class)$/
const BEFORE_OBJECT = /^(?:[(,:=[?<]|return|default|yield|&&|\|\||\?\?)$/
/** What answers a path. */
const ROUTE = /^["'`]\.{0,2}\//

/** Reads what code in JavaScript, TypeScript, or Python names to functions, and what it asks of their results. */
export function scriptOptions(
  code: string,
  isPython: boolean,
): { options: ScriptOption[]; results: ScriptResult[] } {
  const options: ScriptOption[] = []
  const results: ScriptResult[] = []
  const frames: Frame[] = []
  let path: string[] = []
  /** Before arguments of types. */
  let generic: string[] = []
  let dotAt = 0
  let isBehindCall = false
  let isExported = false
  const open = (kind: Frame['kind'], at: number, callee = '', isReturned = false) =>
    frames.push({ kind, at, callee, isReturned, argument: 0, first: '', key: '' })
  const read = (token: ScriptToken, next: string) => {
    const { text, at, before, isName, isString } = token
    const top = frames.at(-1)
    if (token.isFirst && frames.length === 0) isExported = /^(?:export|module)$/.test(text)
    if (top?.kind === 'call' && top.first === '' && text !== ')') top.first = text
    if ((isName || isString) && top !== undefined && isOption(token, next, top, isPython)) {
      const name = isString ? text.slice(1, -1) : text
      const callee = calleeOf(frames, isExported)
      const place = { name, at: isString ? at + 1 : at, callee }
      options.push(top.kind === 'object' ? { ...place, group: top.at } : place)
      top.key = name
    }
    if (isName) {
      const isMember = before === '.' || before === '?.'
      if (isMember && isBehindCall) results.push({ at: dotAt, root: path[0] ?? '' })
      const word = text.slice(0, LONGEST_WORD)
      if (!isMember) path = [word]
      // A longer chain is known by its beginning and its end.
      else path = [...path.slice(0, MOST_MEMBERS), word]
    }
    isBehindCall &&= text === '.' || text === '?.'
    switch (text) {
      case '.':
      case '?.':
        dotAt = at
        break
      case '<':
        generic = path
        break
      case '(': {
        const called = before === '>' ? generic : path
        const isCall = /[\w$)\]>]$/.test(before) && !NO_CALL.test(before) && called.length > 0
        open(isCall ? 'call' : 'group', at, isCall ? called.join('.') : '', before === '=>')
        break
      }
      case '[':
        open('group', at)
        break
      case '{':
        open(isPython || BEFORE_OBJECT.test(before) ? 'object' : 'body', at)
        break
      case ',':
        if (top !== undefined) top.argument++
        break
      case ')':
      case ']':
      case '}': {
        const closed = frames.pop()
        path = closed?.kind === 'call' ? [closed.callee.split('.')[0] ?? ''] : []
        isBehindCall = text !== '}'
        break
      }
    }
  }
  eachScriptToken(code, isPython, read)
  return { options, results }
}

function isOption({ isString, before }: ScriptToken, next: string, top: Frame, isPython: boolean): boolean {
  if (top.kind === 'object')
    return (before === '{' || before === ',') && (next === ':' || (next === '(' && !isString && !isPython))
  return isPython && top.kind === 'call' && !isString && next === '=' && (before === '(' || before === ',')
}

/** Deeper ones are data. */
const DEEPEST = 24

/** Who gets the keys of the innermost frame. */
function calleeOf(frames: readonly Frame[], isExported: boolean): string | undefined {
  let isReturned = false
  for (let at = frames.length - 1; at >= Math.max(0, frames.length - DEEPEST); at--) {
    const frame = frames[at]
    if (frame === undefined || frame.kind === 'body') return undefined
    const isInner = at < frames.length - 1
    if (frame.kind === 'object' && isInner && HOLDS_DATA.test(frame.key)) return undefined
    isReturned ||= frame.isReturned
    if (frame.kind !== 'call' || KEEPS.test(frame.callee)) continue
    if (TAKES_SHAPE.test(frame.callee)) return undefined
    if (TAKES_DATA.test(frame.callee) && frame.argument === 0) return undefined
    return isReturned && ROUTE.test(frame.first) ? undefined : frame.callee
  }
  if (frames.length > DEEPEST) return undefined
  return isExported ? 'export' : ''
}
