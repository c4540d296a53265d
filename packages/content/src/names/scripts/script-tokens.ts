export interface ScriptToken {
  text: string
  /** The token before it; '' at the beginning. */
  before: string
  isName: boolean
  isString: boolean
  /** It is the first of its line. */
  isFirst: boolean
  /** No space stands before it. */
  isGlued: boolean
}

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[\s\S])*`?|[A-Za-z_$][\w$]*|=>|[=!<>]=+|\.\.\.|\?\.|&&|\|\||\?\?|\d[\w.]*|\s+|[^\s]/g
const REGULAR_EXPRESSION = /\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const BEFORE_EXPRESSION = /^(?:[(,=:[!&|?{};]|=>|return|&&|\|\||)$/
const NAME = /^[A-Za-z_$]/
const STRING = /^["'`]/

/** Calls back with each token of code in JavaScript or TypeScript, and the one behind it. Comments are none. */
export function eachScriptToken(code: string, take: (token: ScriptToken, next: string) => void): void {
  let held: ScriptToken | undefined
  let before = ''
  let isFirst = true
  let isGlued = false
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(code); match !== null; match = TOKEN.exec(code)) {
    let [text] = match
    if (/^\s/.test(text) || text.startsWith('//') || text.startsWith('/*')) {
      isFirst ||= text.includes('\n') || text.startsWith('//')
      isGlued = false
      continue
    }
    if (text === '/' && BEFORE_EXPRESSION.test(before)) {
      REGULAR_EXPRESSION.lastIndex = match.index
      text = REGULAR_EXPRESSION.exec(code)?.[0] ?? text
      TOKEN.lastIndex = match.index + text.length
    }
    if (held !== undefined) take(held, text)
    held = { text, before, isName: NAME.test(text), isString: STRING.test(text), isFirst, isGlued }
    before = text
    isFirst = false
    isGlued = true
  }
  if (held !== undefined) take(held, '')
}
