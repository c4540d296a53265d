import { type ActivePart, activePart } from './active-part.ts'
import { calledName, isInertExpression } from './inert-script.ts'

const LONGEST = 5_000
/** Tags that run what they hold, or define what runs. */
const RUNS =
  /^(?:exec|execute|python|ruby|perl|sh|bash|shell|system|command|cmd|run|eval|call|import|from|do|macro|set_block|autoescape|filter)\b/i
/** Names with powers in templates. */
const POWERS =
  /__|\b(?:process|globalThis|window|document|env|environ|environment|getenv|os|sys|subprocess|self|eval|exec|constructor|prototype|cycler|lipsum|joiner)\b/
const STRING = /"[^"\n]{0,1000}"|'[^'\n]{0,1000}'/g

/**
 * Expressions of templates that do more than name a value: Jinja, Liquid, Nunjucks, Vue, ERB. Shortcodes of Hugo call
 * what the site has; those that bring a template of their own count.
 */
export function templateCode(text: string): ActivePart[] {
  const parts: ActivePart[] = []
  const openings = /\{\{|\{%|<%|<\?(?:php|=)/g
  for (let match = openings.exec(text); match !== null; match = openings.exec(text)) {
    const { index } = match
    const opening = text.slice(index, index + 2)
    const closing = opening === '{{' ? '}}' : opening === '{%' ? '%}' : opening === '<%' ? '%>' : '?>'
    const found = text.slice(index, index + LONGEST).indexOf(closing, 2)
    const end = found < 0 ? Math.min(text.length, index + 200) : index + found + 2
    const inside = text.slice(index + 2, found < 0 ? end : end - 2)
    openings.lastIndex = Math.max(end, openings.lastIndex)
    const key = codeOf(opening, inside)
    if (key !== undefined) parts.push(activePart('template', text, index, end, key))
  }
  return parts
}

/** What counts as the same code; undefined for a template that runs nothing. */
function codeOf(opening: string, inside: string): string | undefined {
  const whole = `${opening} ${inside.replace(/\s+/g, ' ').trim()}`
  if (opening === '<%' || opening === '<?') return whole
  if (opening === '{{' && /^[<%]/.test(inside))
    return /^[<%]-?\s*(?:\/\s*)?[\w/-]+\.inline\b/.test(inside) ? whole : undefined
  // Of mdBook and Handlebars; what it includes is looked at by itself.
  if (opening === '{{' && inside.startsWith('#')) return undefined
  const bare = inside.replace(/^[-~+]|[-~+]$/g, '').trim()
  if (opening === '{%' && RUNS.test(bare)) return whole
  const plain = bare.replace(STRING, '')
  if (POWERS.test(bare)) return whole
  if (/^[\w$.\s|,:=<>!?\-/@&*+#]*$/.test(plain)) return undefined
  if (opening === '{{' && isInertExpression(bare)) return undefined
  const name = calledName(bare)
  return name === undefined ? whole : `${opening} ${name}`
}
