import { CALLOUT_KINDS } from './parts/callout-kinds.ts'
import type { SourceLine } from './parts/source-lines.ts'
import { closeTag, openTag } from './parts/write-tag.ts'

/** `/// note | Title`, `//// tab | Python`. */
const OPENING = /^([ \t]*)(\/{3,})[ \t]*([A-Za-z][\w-]*)(?:[ \t]*\|[ \t]*(?![ \t])([^\n]*))?$/
const CLOSING = /^[ \t]*(\/{3,})[ \t]*$/
/** Options of a block stand in indented YAML below its line. */
const OPTION = /^(?: {4}|\t)[ \t]*(?:[A-Za-z][\w-]*:|- )/
const TYPE = /^[ \t]+type:[ \t]*['"]?([\w-]+)/
const OPEN = /^[ \t]+open:[ \t]*true/i
/** Blocks that readers see only the text of. */
const TEXT_ONLY: ReadonlySet<string> = new Set([
  'html',
  'definition',
  'caption',
  'figure-caption',
  'table-caption',
])
const LONGEST_LINE = 1_000
const DEEPEST = 20
/** How far a block of a site's own kind may go, in lines. */
const LONGEST_BLOCK = 200

interface Open {
  slashes: number
  indent: string
  name: string
}

/**
 * Blocks of PyMdown Extensions become elements: https://facelessuser.github.io/pymdown-extensions/extensions/blocks/. Tabs
 * that stand one below the other are one group. One that stays open ends with the page.
 */
export function expandSlashBlocks(lines: readonly SourceLine[]): SourceLine[] {
  const result: SourceLine[] = []
  const open: Open[] = []
  const write = (texts: readonly string[]) => {
    for (const text of texts) result.push({ text, isCode: false })
  }
  const close = (next: number) => {
    const last = open.pop()
    if (last === undefined) return
    if (last.name !== '') write(closeTag(last.name, last.indent))
    if (last.name === 'docent-tab' && !isFollowedByTab(lines, next, last.slashes))
      write(closeTag('docent-tabs', last.indent))
  }
  let isGroup = false
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    const isText = !line.isCode && line.text.length <= LONGEST_LINE
    const closing = isText ? CLOSING.exec(line.text)?.[1]?.length : undefined
    if (closing !== undefined && open.some(({ slashes }) => slashes === closing)) {
      while (open.at(-1)?.slashes !== closing) close(at + 1)
      isGroup = open.at(-1)?.name === 'docent-tab' && isFollowedByTab(lines, at + 1, closing)
      close(at + 1)
      continue
    }
    const opening = isText && open.length < DEEPEST ? OPENING.exec(line.text) : null
    if (opening === null) {
      result.push(line)
      continue
    }
    const [, indent = '', slashes = '', written = '', title] = opening
    const kind = written.toLowerCase()
    const isOwn = title !== undefined && isClosed(lines, at, slashes.length)
    if (!isBlock(kind) && !isOwn) {
      result.push(line)
      continue
    }
    const options: string[] = []
    while (options.length < DEEPEST && OPTION.test(lines[at + 1]?.text ?? ''))
      options.push(lines[++at]?.text ?? '')
    const block = readBlock(kind, title?.trim() || undefined, options)
    if (block.name === 'docent-tab' && !isGroup) write(openTag('docent-tabs', {}, indent))
    isGroup = false
    open.push({ slashes: slashes.length, indent, name: block.name })
    if (block.name !== '') write(openTag(block.name, block.attributes, indent))
  }
  while (open.length > 0) close(lines.length)
  return result
}

function isBlock(kind: string): boolean {
  return /^(?:tab|details|admonition)$/.test(kind) || TEXT_ONLY.has(kind) || CALLOUT_KINDS.has(kind)
}

/** A kind that nothing here knows is one of the site's own only where the block ends. */
function isClosed(lines: readonly SourceLine[], at: number, slashes: number): boolean {
  return lines
    .slice(at + 1, at + 1 + LONGEST_BLOCK)
    .some(({ text, isCode }) => !isCode && CLOSING.exec(text.slice(0, LONGEST_LINE))?.[1]?.length === slashes)
}

function readBlock(
  kind: string,
  title: string | undefined,
  options: readonly string[],
): { name: string; attributes: Record<string, string | undefined> } {
  if (kind === 'tab') return { name: 'docent-tab', attributes: { title } }
  const type = options.map((option) => TYPE.exec(option)?.[1]).find((each) => each !== undefined)
  const open = options.some((option) => OPEN.test(option)) ? { defaultopen: 'true' } : {}
  if (kind === 'details')
    return { name: 'docent-details', attributes: { type, title: title ?? 'Details', ...open } }
  if (TEXT_ONLY.has(kind)) return { name: '', attributes: {} }
  if (type === undefined && !isBlock(kind)) {
    const name = kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')
    return { name: 'docent-callout', attributes: { type: 'note', title: `${name}: ${title}` } }
  }
  const shown = type ?? (kind === 'admonition' ? 'note' : kind)
  return {
    name: 'docent-callout',
    attributes: { type: shown, title: title ?? shown.charAt(0).toUpperCase() + shown.slice(1) },
  }
}

function isFollowedByTab(lines: readonly SourceLine[], from: number, slashes: number): boolean {
  let at = from
  while (lines[at]?.text.trim() === '') at += 1
  const [, , marks = '', kind] = OPENING.exec(lines[at]?.text.slice(0, LONGEST_LINE) ?? '') ?? []
  return kind?.toLowerCase() === 'tab' && marks.length === slashes
}
