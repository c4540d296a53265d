/** Tags of a build of HTML: https://www.sphinx-doc.org/en/master/usage/restructuredtext/directives.html#directive-only. */
const HTML = /^(?:html|format_html|builder_html)$/
const TOKEN = /\s*(?:(\()|(\))|(and|or|not|==|!=|in)\b|(==|!=)|(["'])(.*?)\5|([\w.]+)|(\S))/y
const LONGEST = 500

/**
 * Whether the body of `only` or `ifconfig` is shown. What cannot be known without the build is.
 *
 * @param attribute a value of the configuration; `tags` has the tags that it sets, between spaces
 */
export function conditionHolds(
  directive: string,
  written: string,
  attribute: (name: string) => string | undefined,
): boolean {
  const tokens = tokensOf(written.slice(0, LONGEST))
  const isOnly = directive === 'only'
  let at = 0
  const value = (): string | boolean => {
    const token = tokens[at++] ?? ''
    if (token === 'not') return !value()
    if (token === '(') {
      const inner = either()
      at += 1
      return inner
    }
    if (/^["']/.test(token)) return token.slice(1)
    if (/^(?:True|False|None)$/.test(token)) return token === 'True'
    if (isOnly) return HTML.test(token) || (attribute('tags') ?? '').includes(` ${token} `)
    return attribute(`config:${token}`) ?? true
  }
  const compared = (): boolean => {
    const first = value()
    const operator = tokens[at]
    if (operator !== '==' && operator !== '!=')
      return typeof first === 'boolean' ? first : !/^(?:False|None|0|)$/.test(first)
    at += 1
    const isSame = String(first) === String(value())
    return operator === '==' ? isSame : !isSame
  }
  const both = (): boolean => {
    let holds = compared()
    while (tokens[at] === 'and') {
      at += 1
      holds = compared() && holds
    }
    return holds
  }
  const either = (): boolean => {
    let holds = both()
    while (tokens[at] === 'or') {
      at += 1
      holds = both() || holds
    }
    return holds
  }
  return either()
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text))
    tokens.push(found[5] === undefined ? found[0].trim() : `${found[5]}${found[6] ?? ''}`)
  return tokens
}
