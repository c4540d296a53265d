import { hasHead, plainTable, rowItem, tableLength } from './table.ts'

/** A piece of a passage that can be quoted on its own. */
export interface Unit {
  kind: 'sentence' | 'item' | 'code' | 'table'
  /** As Markdown. */
  text: string
  /** Number of the block within the section: sentences of one paragraph share it. */
  block: number
  /** Mostly links: it leads elsewhere and says little itself. */
  isPointer?: boolean
}

/** A part of a passage under a heading of its own. */
export interface PassageSection {
  /** Undefined before the first heading within the passage. */
  heading: string | undefined
  units: Unit[]
}

const FENCE = /^\s*(```+|~~~+)/
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/

/** True for a block of what a program says, and not of what a person writes. */
export function isOutput({ kind, text }: Pick<Unit, 'kind' | 'text'>): boolean {
  return (
    kind === 'code' &&
    /^\s*(?:```+|~~~+)\s*(?:text|txt|plain|plaintext|output|log|console-output|csv)\b/i.test(text)
  )
}

/** True for a sentence or a label that is nothing without what follows: `Run:`, `**Stable releases:**`, `**Go**`. */
export function leadsOn(text: string): boolean {
  return /[:：][*_]*$/.test(text) || isLabel(text)
}

/** True for what stands above a part of a section, such as the title of a tab: `**Go**`. */
export function isLabel(text: string): boolean {
  return /^(?:\*\*|__)[^*_]+(?:\*\*|__)$/.test(text)
}

const HEADING = /^\s{0,3}#{1,6}\s+(\S.*)$/s

function titleOf(line: string): string | undefined {
  const written = HEADING.exec(line)?.[1]?.trimEnd()
  return written?.replace(/(?<!#)#+$/, '').trimEnd() || written
}

/** Cuts a passage at the headings in it, outside of code; sections that say nothing are left out. */
export function passageSections(markdown: string): PassageSection[] {
  const sections: { heading: string | undefined; lines: string[] }[] = [{ heading: undefined, lines: [] }]
  let fence: string | undefined
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (fence === undefined) fence = mark
    else if (line.trim().startsWith(fence)) fence = undefined
    const heading = fence === undefined && mark === undefined ? titleOf(line) : undefined
    if (heading !== undefined) sections.push({ heading: inline(heading), lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections
    .map(({ heading, lines }) => ({ heading, units: passageUnits(lines.join('\n')) }))
    .filter(({ units }) => units.length > 0)
}

/** Cuts Markdown into units: sentences, list items, whole code blocks, whole tables. Headings, imports and tags go. */
export function passageUnits(markdown: string): Unit[] {
  const units: Unit[] = []
  const lines = markdown.replaceAll('\r\n', '\n').split('\n')
  let paragraph: string[] = []
  let block = 0
  const flush = () => {
    if (paragraph.length === 0) return
    const text = inline(paragraph.join(' '))
    for (const sentence of sentences(text)) units.push({ kind: 'sentence', text: sentence, block })
    paragraph = []
    block++
  }
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? ''
    const fence = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      flush()
      const end = endOfFence(lines, i, fence)
      const code = lines.slice(i, end + 1).map((each) => each.replace(leading(line), ''))
      units.push({ kind: 'code', text: code.join('\n'), block: block++ })
      i = end
    } else if (
      line.trim() === '' ||
      /^\s*(?:#{1,6}\s|import\s|export\s|[-*_]{3,}\s*$|:{3,}|<<<)/.test(line)
    ) {
      // A container directive (`::: tip Title`) is a frame around what stands in it.
      flush()
    } else if (tableLength(lines, i) > 0) {
      flush()
      const end = i + tableLength(lines, i)
      const rows = lines.slice(i, end)
      if (hasHead(rows)) units.push({ kind: 'table', text: plainTable(rows, inline), block })
      else for (const row of rows) units.push({ kind: 'item', text: rowItem(row, inline), block })
      block++
      i = end - 1
    } else if (ITEM.test(line)) {
      flush()
      let item = line
      while (
        /^\s+\S/.test(lines[i + 1] ?? '') &&
        !ITEM.test(lines[i + 1] ?? '') &&
        !FENCE.test(lines[i + 1] ?? '')
      ) {
        item += ` ${(lines[++i] ?? '').trim()}`
      }
      const text = inline(item.replace(/^\s+/, ''))
      if (text !== '')
        units.push({ kind: 'item', text, block, ...(pointsElsewhere(item) ? { isPointer: true } : {}) })
      if (!ITEM.test(lines[i + 1] ?? '')) block++
    } else {
      // A component's title is what its content is about.
      const title =
        /^\s*<(?:Step|Tab|TabItem|Accordion|Update)\b[^>]*\b(?:title|label)=["']([^"']+)["']/.exec(line)?.[1]
      const rest = withoutTags(line.replace(/^\s*>\s?/, ''))
      if (title !== undefined) paragraph.push(/[.!?:]$/.test(title) ? title : `${title}:`)
      if (rest.trim() !== '') paragraph.push(rest.trim())
      else if (/<\/?[A-Z]/.test(line) && title === undefined) flush()
    }
  }
  flush()
  return units
}

function endOfFence(lines: readonly string[], start: number, fence: string): number {
  for (let i = start + 1; i < lines.length; i++) {
    if ((lines[i] ?? '').trim().startsWith(fence)) return i
  }
  return lines.length - 1
}

function leading(line: string): RegExp {
  return new RegExp(`^\\s{0,${/^\s*/.exec(line)?.[0].length ?? 0}}`)
}

/** True for an item that is mostly links: `[Setup](/setup) - read here`, `[MySQL](/a), [SQLite](/b) and [D1](/c)`. */
function pointsElsewhere(item: string): boolean {
  const links = item.match(/\[[^\]]{1,1000}\]\([^)]{0,1000}\)/g) ?? []
  if (links.length === 0) return false
  const count = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  const within = count(links.map((link) => link.replace(/\]\([^)]{0,1000}\)$/, '')).join(' '))
  const outside = count(item.replace(ITEM, '').replace(/\[[^\]]{1,1000}\]\([^)]{0,1000}\)/g, ' '))
  const saysHere = links.some((link) =>
    /^\[(?:read |see |click )?(?:here|more|this|docs?)\]/i.test(link.replace(/[*_]/g, '')),
  )
  return saysHere || outside <= 3 || (links.length > 1 && outside <= within)
}

/** Links become their text, since only a retrieved page may be linked; images, tags, shortcodes and comments go. */
function inline(text: string): string {
  return withoutTags(text)
    .replace(/<!--.{0,2000}?-->|\{\/\*.{0,2000}?\*\/\}/g, ' ')
    .replace(/!\[[^\]]{0,1000}\]\([^)]{0,1000}\)/g, ' ')
    .replace(/\[([^\]]{1,1000})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/\[([^\]]{1,1000})\]\[[^\]]{0,1000}\]/g, '$1')
    .replace(/\{\{[%<].{0,1000}?[%>]\}\}/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim()
}

/** JSX and HTML tags go, except within code. */
function withoutTags(text: string): string {
  return text.replace(/(?<!`)(`{1,20})(?!`)[\s\S]{0,2000}?\1|<\/?[A-Za-z][^<>]*>/g, (match, code) =>
    code === undefined ? ' ' : match,
  )
}

/** Splits at the end of sentences, not within code spans, after abbreviations or before a lower-case word. */
export function sentences(text: string): string[] {
  const masked = text.replace(/`[^`]*`/g, (code) => code.replace(/[.!?。]/g, '\u0001'))
  const found: string[] = []
  let start = 0
  for (const match of masked.matchAll(/[.!?]["')\]*_]*(?=\s+["'([*_`\p{Lu}\p{N}])|[。！？]/gu)) {
    const end = match.index + match[0].length
    if (/\b(?:e\.?g|i\.?e|etc|vs|approx|no|fig|cf)\.$/i.test(masked.slice(start, end))) continue
    found.push(text.slice(start, end).trim())
    start = end
  }
  found.push(text.slice(start).trim())
  return found.filter((sentence) => sentence !== '')
}
