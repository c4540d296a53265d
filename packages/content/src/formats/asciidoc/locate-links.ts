import { LineIndex } from '../../located/line-index.ts'
import { FORMAT_EXTENSIONS } from '../../paths/format-name.ts'
import type { LinkKind } from '../../paths/link.ts'
import { LONGEST_PAGE } from '../page/longest-page.ts'
import type { LocatedLink, ReferenceKind } from '../page/source-format.ts'
import { proseLines } from './prose-lines.ts'
import { readAttributes, withReferences } from './read-header.ts'

/** Further than this before a bracket no macro begins, and further behind it none ends. */
const LONGEST = 1_000
const MACRO = /(?<![\w\\])(xref|link|image|include|video|audio):{1,2}(?=[^:\s])/
const ADDRESS = /(?<![\w\\])(?:https?|ftp|irc):\/\/[^\s<>[\]]{1,1000}/g
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:)/i
const PAGE = /\.(?:adoc|asciidoc)(?:#|$)/i

/** A reference of an AsciiDoc page: a macro with a target, or `<<target>>`. */
export interface Reference extends LocatedLink {
  as: ReferenceKind
}

/**
 * The links, images and includes of a page in the order of their targets. Asciidoctor keeps no offsets of them, so they
 * are looked for in its source, in linear time; a target with attributes is taken as their values in the header say.
 */
export function locateReferences(source: string): Reference[] {
  if (source.length > LONGEST_PAGE) return []
  const found: Reference[] = []
  const lines = new LineIndex(source)
  let attributes: Record<string, string> | undefined
  const add = (start: number, end: number, text: string, as: ReferenceKind, isAddress = false) => {
    const raw = source.slice(start, end)
    if (raw.includes('{')) attributes ??= readAttributes(source)
    const written = raw.includes('{') ? withReferences(raw, attributes ?? {}) : raw
    const target = as === 'page' && !isAddress ? pageTarget(written) : written
    found.push({ target, text, kind: kindOf(target, as, isAddress), ...lines.at(start), start, end, as })
  }
  for (const { start, text, isCode } of proseLines(source)) {
    // Code takes in texts; whatever else stands in it is text.
    if (isCode && !text.startsWith('include::')) continue
    macros(text, start, add)
    if (isCode) continue
    crossReferences(text, start, add)
    for (const { 0: address, index } of text.matchAll(ADDRESS)) {
      if (/(?:link|image):{1,2}$/.test(text.slice(Math.max(0, index - 8), index))) continue
      const plain = address.replace(/(?<![.,;:!?)'"*_`])[.,;:!?)'"*_`]+$/, '')
      const label = text[index + address.length] === '[' ? bracketed(text, index + address.length) : undefined
      add(start + index, start + index + plain.length, label ?? plain, 'page', true)
    }
  }
  return found.sort((one, other) => one.start - other.start)
}

/** The links among the references of a page, as checks and moves have them. */
export function locateLinks(source: string): LocatedLink[] {
  return locateReferences(source).map(({ as: _, ...link }) => link)
}

type Add = (start: number, end: number, text: string, as: ReferenceKind, isAddress?: boolean) => void

/** `xref:target[text]` and its like: each bracket is looked back from, no further than to the one before it. */
function macros(line: string, offset: number, add: Add): void {
  let before = 0
  for (let open = line.indexOf('['); open >= 0; open = line.indexOf('[', open + 1)) {
    const from = Math.max(before, open - LONGEST)
    before = open + 1
    const run = line.slice(from, open)
    const macro = MACRO.exec(run)
    if (macro === null) continue
    const [whole, name = ''] = macro
    const start = from + macro.index + whole.length
    const target = line.slice(start, open)
    if (/\s/.test(target.trim()) && name !== 'image' && name !== 'include') continue
    const text = bracketed(line, open)
    if (text === undefined) continue
    const as = name === 'include' ? 'text' : /^(?:image|video|audio)$/.test(name) ? 'image' : 'page'
    const label = as === 'page' ? text.replace(/\^$/, '') : (text.split(',', 1)[0] ?? '')
    add(offset + start, offset + open, label, as, name === 'link')
  }
}

/** `<<id>>` and `<<page.adoc#id,text>>`. */
function crossReferences(line: string, offset: number, add: Add): void {
  for (let open = line.indexOf('<<'); open >= 0; open = line.indexOf('<<', open + 2)) {
    const rest = line.slice(open + 2, open + 2 + LONGEST)
    const inside = rest.slice(0, Math.max(0, rest.search(/[<>]/)))
    if (inside === '' || !rest.startsWith('>>', inside.length) || line[open - 1] === '\\') continue
    const [target = '', ...text] = inside.split(',')
    add(offset + open + 2, offset + open + 2 + target.length, text.join(',').trim(), 'page')
  }
}

/** What stands in the brackets that open here, also with escaped ones inside; undefined when they do not close soon. */
function bracketed(line: string, open: number): string | undefined {
  const rest = line.slice(open + 1, open + 1 + LONGEST)
  const close = /(?<!\\)\]/.exec(rest)
  return close === null ? undefined : rest.slice(0, close.index).replaceAll('\\]', ']')
}

/** A cross reference as a target of a link: `#id` within the page, else the file of another page. */
function pageTarget(written: string): string {
  if (written.startsWith('#') || SCHEME.test(written) || written.includes('{')) return written
  const hash = written.indexOf('#')
  const path = hash < 0 ? written : written.slice(0, hash)
  if (hash < 0 && !PAGE.test(path) && !/[:$]/.test(path)) return `#${written}`
  const [extension = ''] = FORMAT_EXTENSIONS.asciidoc
  return /\.\w{1,10}$/.test(path) ? written : path + extension + (hash < 0 ? '' : written.slice(hash))
}

function kindOf(target: string, as: ReferenceKind, isAddress: boolean): LinkKind {
  // What an attribute of the site stands for is known when it is built.
  if (SCHEME.test(target) || target.includes('{')) return 'external'
  if (as === 'image') return 'image'
  if (target.startsWith('#')) return 'anchor'
  return isAddress && !PAGE.test(target) ? 'external' : 'internal'
}
