import { absentReference } from './absent-text.ts'
import { CALLOUT_KINDS } from './parts/callout-kinds.ts'
import type { SourceLine } from './parts/source-lines.ts'
import { closeTag, openTag } from './parts/write-tag.ts'

/** `::: tip Title`, `:::note[Title]{open}`, `::: {.callout-note}`. */
const OPENING = /^([ \t>]*)(:{3,})[ \t]*(?:([A-Za-z][\w-]*(?:\.[\w.-]+)?)|(?=\{))(.*)$/s
/** `## ::: package.name` of mkdocstrings: a heading with the id of what it names. */
const HEADED = /^(#{1,6}[ \t]+):::[ \t]+([A-Za-z_][\w.]*)[ \t]*$/
const CLOSING = /^[ \t>]*(:{3,})[ \t]*$/
/** Parts of tabs: `@tab Title`, `== Title`. */
const TAB = /^[ \t>]*(?:@tab(?::active)?|==)[ \t]+([^\s][^\n]*)$/
/** An id behind the title of a tab. */
const TAB_ID = /#[\w-]+$/
const LONGEST_TITLE = 200
const OTHER_NAMES: Readonly<Record<string, string>> = {
  details: 'docent-details',
  'code-group': 'docent-code-group',
  tabs: 'docent-tabs',
  'code-tabs': 'docent-tabs',
  steps: 'docent-steps',
}
const DEEPEST = 30
const LONGEST_LINE = 1_000

interface Open {
  colons: number
  name: string
  before: string
  /** A tab of it is open. */
  hasTab: boolean
}

/**
 * Containers of VitePress, Docusaurus, Starlight and Pandoc become elements. A line closes the innermost container that
 * has no more colons than it. One that stays open ends with the page.
 */
export function expandColonContainers(lines: readonly SourceLine[]): SourceLine[] {
  const result: SourceLine[] = []
  const open: Open[] = []
  const write = (texts: readonly string[]) => {
    for (const text of texts) result.push({ text, isCode: false })
  }
  const close = () => {
    const last = open.pop()
    if (last?.hasTab) write(closeTag('docent-tab', last.before))
    if (last !== undefined) write(closeTag(last.name, last.before))
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    const current = open.at(-1)
    const isText = !line.isCode && line.text.length <= LONGEST_LINE
    const closing = !isText ? undefined : CLOSING.exec(line.text)?.[1]
    if (closing !== undefined && current !== undefined && closing.length >= current.colons) {
      while (open.length > 1 && (open.at(-1)?.colons ?? 0) < closing.length) {
        const outer = open.at(-2)
        if (outer === undefined || outer.colons > closing.length) break
        close()
      }
      close()
      continue
    }
    const tab = current?.name === 'docent-tabs' && isText ? readTab(line.text) : undefined
    if (tab !== undefined && current !== undefined) {
      if (current.hasTab) write(closeTag('docent-tab', current.before))
      write(openTag('docent-tab', { title: tab }, current.before))
      current.hasTab = true
      continue
    }
    const [, marks, named] = (isText ? HEADED.exec(line.text) : null) ?? []
    if (marks !== undefined) {
      write([`${marks}${named} {#${named}}`, '', ...absentReference('')])
      at = lastOption(lines, at)
      continue
    }
    const opening = !isText || open.length >= DEEPEST ? null : OPENING.exec(line.text)
    if (opening === null) {
      result.push(line)
      continue
    }
    const [, before = '', colons = '', written, rest = ''] = opening
    if (written?.includes('.') || isReference(lines[at + 1])) {
      write(reference(written ?? '', before))
      at = lastOption(lines, at)
      continue
    }
    const container = readContainer(written, rest)
    open.push({ colons: colons.length, name: container.name, before, hasTab: false })
    write(openTag(container.name, container.attributes, before))
  }
  while (open.length > 0) close()
  return result
}

/** The title of a part of tabs. */
function readTab(line: string): string | undefined {
  const written = TAB.exec(line.trimEnd())?.[1]
  return written !== undefined && written.length <= LONGEST_TITLE
    ? written.replace(TAB_ID, '').trimEnd() || written
    : undefined
}

function readContainer(
  written: string | undefined,
  rest: string,
): { name: string; attributes: Record<string, string | undefined> } {
  const { title, braces } = readTitle(rest)
  const kind = (written ?? /\.(?:callout-)?([\w-]+)/.exec(braces)?.[1] ?? 'group').toLowerCase()
  const given = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(braces)
  const shown = title ?? given?.[1] ?? given?.[2]
  if (CALLOUT_KINDS.has(kind)) return { name: 'docent-callout', attributes: { type: kind, title: shown } }
  const name = OTHER_NAMES[kind] ?? 'docent-group'
  const isOpen = name === 'docent-details' && /\bopen\b/.test(braces)
  return { name, attributes: { title: shown, ...(isOpen ? { defaultopen: 'true' } : {}) } }
}

/** `[Title]{…}`, `Title {…}`, `{…}`. */
function readTitle(rest: string): { title: string | undefined; braces: string } {
  let text = rest
    .trim()
    .replace(/(?<!:):{3,}$/, '')
    .trimEnd()
  let braces = ''
  const begin = text.endsWith('}') ? text.lastIndexOf('{') : -1
  if (begin >= 0) {
    braces = text.slice(begin)
    text = text.slice(0, begin).trimEnd()
  }
  if (text.startsWith('[') && text.endsWith(']')) text = text.slice(1, -1)
  return { title: text === '' ? undefined : text, braces }
}

/** Options of mkdocstrings stand below its line, and nothing closes it. */
function isReference(next: SourceLine | undefined): boolean {
  return /^(?: {4}|\t)(?:options|handler|members|selection|rendering):/.test(next?.text ?? '')
}

/** Index of the last line of the options that follow a line. */
function lastOption(lines: readonly SourceLine[], at: number): number {
  let last = at
  while (/^(?: {4}|\t)/.test(lines[last + 1]?.text ?? '')) last += 1
  return last
}

/** What a generator makes from code is not in the repository. */
function reference(name: string, before: string): string[] {
  return [
    ...openTag('docent-callout', { type: 'note', title: `Reference of \`${name}\`` }, before),
    ...absentReference(before),
    ...closeTag('docent-callout', before),
  ]
}
