import { CALLOUT_KINDS } from '../../formats/markdown/dialects/parts/callout-kinds.ts'
import { type SourceLine, sourceLines } from '../../formats/markdown/dialects/parts/source-lines.ts'
import { closeTag, openTag } from '../../formats/markdown/dialects/parts/write-tag.ts'
import { yamlRecord } from '../../located/read-yaml.ts'
import { shownInline } from './inline-components.ts'
import { type Properties, readProperties } from './properties.ts'

/** `::name[text]{property="value"}` opens, `::` of the same length closes, `#name` begins a slot. */
const OPENING = /^([ \t]*)(:{2,10})([a-z][\w-]{0,60})(?:\[([^[\]]{0,300})\])?(?:\{([^{}]{0,1500})\})?[ \t]*$/
const CLOSING = /^[ \t]*(:{2,10})[ \t]*$/
const SLOT = /^[ \t]*#[a-z][\w-]{0,60}(?:\{[^{}]{0,500}\})?[ \t]*$/
const RULE = /^[ \t]*---[ \t]*$/
const DEEPEST = 20
const LONGEST_LINE = 2_000
const MOST_PROPERTIES = 100

interface Open {
  colons: number
  /** Of its lines. */
  indent: number
  end: readonly string[]
}

/**
 * Components in Markdown become elements and Markdown that every parser knows: https://content.nuxt.com/docs/files/markdown.
 * What a component is given and readers see, such as its title, becomes text.
 */
export function withComponents(text: string): string {
  const lines = sourceLines(text)
  const out: string[] = []
  const open: Open[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: '', isCode: false }
    const current = open.at(-1)
    const isMark = !line.isCode && line.text.length <= LONGEST_LINE
    const closing = isMark ? CLOSING.exec(line.text)?.[1] : undefined
    const closed = open.findLastIndex(({ colons }) => colons === closing?.length)
    if (closing !== undefined && closed >= 0) {
      while (open.length > closed) out.push(...(open.pop()?.end ?? []))
      continue
    }
    const opening = isMark && open.length < DEEPEST ? OPENING.exec(line.text) : null
    if (opening !== null) {
      const [, before = '', colons = '', name = '', label, braces = ''] = opening
      const { properties, next } = blockProperties(lines, at, readProperties(braces))
      const { start, end } = component(name, { ...properties, ...(label === undefined ? {} : { label }) })
      out.push(...start)
      open.push({ colons: colons.length, indent: before.length, end })
      at = next
      continue
    }
    if (isMark && current !== undefined && SLOT.test(line.text)) out.push('')
    else {
      const bare = current === undefined ? line.text : withoutIndent(line.text, current.indent)
      out.push(isMark ? shownInline(bare) : bare)
    }
  }
  while (open.length > 0) out.push(...(open.pop()?.end ?? []))
  return out.join('\n')
}

/** Behind the opening line, properties may stand as YAML between rules. */
function blockProperties(
  lines: readonly SourceLine[],
  at: number,
  inline: Properties,
): { properties: Properties; next: number } {
  if (!RULE.test(lines[at + 1]?.text ?? '')) return { properties: inline, next: at }
  const end = lines.slice(at + 2, at + 2 + MOST_PROPERTIES).findIndex(({ text }) => RULE.test(text))
  if (end < 0) return { properties: inline, next: at }
  const yaml = lines.slice(at + 2, at + 2 + end).map(({ text }) => text)
  const indent = Math.min(...yaml.filter((each) => each.trim() !== '').map((each) => each.search(/\S/)))
  const data = yamlRecord(yaml.map((each) => withoutIndent(each, indent)).join('\n'))
  const texts = Object.entries(data).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[key, String(value)]]
      : [],
  )
  return { properties: { ...inline, ...Object.fromEntries(texts) }, next: at + 2 + end }
}

/** What stands before and behind the text of a component. */
function component(written: string, given: Properties): { start: string[]; end: string[] } {
  const name = written.replace(/^prose-/, '')
  const title = given.title ?? given.label ?? given.name
  const element = (tag: string, attributes: Record<string, string | undefined> = {}) => ({
    start: openTag(tag, attributes, ''),
    end: closeTag(tag, ''),
  })
  if (CALLOUT_KINDS.has(name)) return element('docent-callout', { type: name, title: given.title })
  if (name === 'callout' || name === 'alert') {
    const type = CALLOUT_KINDS.has(given.type ?? '') ? given.type : 'note'
    return element('docent-callout', { type, title: given.title })
  }
  if (name === 'code-group') return element('docent-code-group')
  if (name === 'tabs') return element('docent-tabs')
  if (name === 'tabs-item') return element('docent-tab', { title })
  if (name === 'steps') return element('docent-steps')
  if (name === 'collapsible' || name === 'accordion-item')
    return element('docent-details', { title: title ?? 'Details' })
  if (name === 'field') return { start: ['', field(given), ''], end: [''] }
  if (name === 'read-more')
    return { start: ['', shownInline(`:read-more{${attributesOf(given)}}`)], end: [''] }
  const head = [linked(title, given.to), given.description].filter((part) => part !== undefined)
  return { start: ['', ...head.flatMap((part) => [part, ''])], end: [''] }
}

function field({ name = '', type, required, default: usual, description }: Properties): string {
  const facts = [
    type === undefined ? undefined : `\`${type}\``,
    required === 'true' ? 'Required' : undefined,
    usual === undefined ? undefined : `Default: \`${usual}\``,
  ].filter((part) => part !== undefined)
  const head = facts.length === 0 ? `\`${name}\`` : `\`${name}\` (${facts.join(', ')})`
  return description === undefined ? head : `${head}: ${description}`
}

function linked(title: string | undefined, to: string | undefined): string | undefined {
  if (title === undefined) return undefined
  return to === undefined ? `**${title}**` : `**[${title}](${to})**`
}

function attributesOf({ to, title }: Properties): string {
  return [to === undefined ? '' : `to="${to}"`, title === undefined ? '' : `title="${title}"`].join(' ')
}

function withoutIndent(text: string, indent: number): string {
  const own = /^[ \t]*/.exec(text)?.[0].length ?? 0
  return text.slice(Math.min(own, indent))
}
