export interface ScriptToken {
  text: string
  /** UTF-16 units of the code. */
  at: number
  /** The token before it; '' at the beginning. */
  before: string
  isName: boolean
  isString: boolean
  /** It is the first of its line. */
  isFirst: boolean
}

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[\s\S])*`?|[A-Za-z_$][\w$]*|=>|[=!<>]=+|\.\.\.|\?\.|&&|\|\||\?\?|\d[\w.]*|\s+|[^\s]/g
const OF_PYTHON =
  /#[^\n]*|"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|[A-Za-z_]\w*|->|[=!<>:]=+|\*\*?|\d[\w.]*|\s+|[^\s]/g
const REGULAR_EXPRESSION = /\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,300}\]){1,1000}\/[a-z]{0,20}/y
const BEFORE_EXPRESSION = /^(?:[(,=:[!&|?{};]|=>|return|&&|\|\||)$/
const NAME = /^[A-Za-z_$]/
const STRING = /^["'`]/
const COMMENT = /^(?:\/[/*]|#)/

/** Calls back with each token of code in JavaScript, TypeScript, or Python, and the one behind it. Comments are none. */
export function eachScriptToken(
  code: string,
  isPython: boolean,
  take: (token: ScriptToken, next: string) => void,
): void {
  const pattern = isPython ? OF_PYTHON : TOKEN
  let held: ScriptToken | undefined
  let before = ''
  let isFirst = true
  pattern.lastIndex = 0
  for (let match = pattern.exec(code); match !== null; match = pattern.exec(code)) {
    let [text] = match
    if (/^\s/.test(text) || (COMMENT.test(text) && text.length > 1)) {
      isFirst ||= text.includes('\n') || COMMENT.test(text)
      continue
    }
    if (text === '/' && !isPython && BEFORE_EXPRESSION.test(before)) {
      REGULAR_EXPRESSION.lastIndex = match.index
      text = REGULAR_EXPRESSION.exec(code)?.[0] ?? text
      pattern.lastIndex = match.index + text.length
    }
    if (held !== undefined) take(held, text)
    held = { text, at: match.index, before, isName: NAME.test(text), isString: STRING.test(text), isFirst }
    before = text
    isFirst = false
  }
  if (held !== undefined) take(held, '')
}
