import { newScanBudget, scanTag, type Tag } from '../formats/markdown/scan/scan-tag.ts'
import { type ActivePart, activePart } from './active-part.ts'
import { isActiveAddress } from './addresses.ts'
import { calledName, isInertExpression } from './inert-script.ts'
import { OpenLines } from './open-lines.ts'

/** Elements that run something, or that bring a document of their own. */
const RUNS = /^(?:script|object|embed|applet|base|frame|frameset|portal|noscript)$/i
/** Attributes whose text is a script or a document. */
const SCRIPTED = /^(?:on\w+|srcdoc|v-html|v-on.*|@.+|set:html|dangerouslysetinnerhtml|innerhtml|is:inline)$/i
/** Attributes of Vue, whose text is an expression. */
const BOUND = /^(?:v-|:|#)/
/** A script or a handler in a tag that browsers read, and this scanner doesn't. */
const LOOSE = /^script\b|(?<=^[a-z][\s\S]*)[\s/"']on[a-z]{3,30}\s{0,20}=/i
const LONGEST_TAG = 2_000
const SCRIPT_END = /<\/script\s*>/gi

export interface HtmlOptions {
  /** Braces hold values: those are expressions, which are looked at by themselves. */
  isJsx: boolean
}

/** Scripts, handlers, and expressions in the tags of a text without its code. */
export function htmlCode(text: string, { isJsx }: HtmlOptions): ActivePart[] {
  const parts: ActivePart[] = []
  const budget = newScanBudget(text.length)
  const lines = new OpenLines(text)
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const tag = scanTag(text, at, Math.min(text.length, at + 20_000), budget)
    if (tag === undefined) {
      const until = text.slice(at + 1, at + LONGEST_TAG).split('<', 1)[0] ?? ''
      const loose = LOOSE.exec(until)
      if (loose !== null) {
        const start = at + 1 + loose.index
        parts.push(activePart('script', text, start, lines.end(start)))
      }
      continue
    }
    if (/^script$/i.test(tag.name) && !tag.closing) {
      SCRIPT_END.lastIndex = tag.end
      const end = tag.selfClosing && isJsx ? null : SCRIPT_END.exec(text)
      const last = end === null ? tag.end : end.index + end[0].length
      parts.push(activePart('script', text, at, last))
      at = last - 1
    } else if (!tag.closing) parts.push(...tagCode(text, tag, isJsx))
  }
  return parts
}

function tagCode(text: string, tag: Tag, isJsx: boolean): ActivePart[] {
  const written = () => activePart('script', text, tag.start, tag.end)
  if (RUNS.test(tag.name)) return [written()]
  if (/^meta$/i.test(tag.name) && tag.attributes.some(({ name }) => /^http-?equiv$/i.test(name)))
    return [written()]
  return tag.attributes.flatMap(({ name, value, start, end }) => {
    const part = (kind: 'script' | 'address' | 'expression', key?: string) =>
      activePart(kind, text, start, end, key)
    if (SCRIPTED.test(name) && (!isJsx || value !== undefined || /html|srcdoc/i.test(name)))
      return [part('script', `${name} ${text.slice(start, end)}`)]
    if (value === undefined) return []
    if (!isJsx && BOUND.test(name) && !isInertExpression(value))
      return [part('expression', calledName(value) ?? value.replace(/\s+/g, ' '))]
    return isActiveAddress(value) ? [part('address')] : []
  })
}
