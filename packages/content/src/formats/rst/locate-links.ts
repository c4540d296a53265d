import { LineIndex } from '../../located/line-index.ts'
import { FORMAT_EXTENSIONS } from '../../paths/format-name.ts'
import type { LinkKind } from '../../paths/link.ts'
import { linkKind } from '../../paths/link.ts'
import { LONGEST_PAGE } from '../page/longest-page.ts'
import type { LocatedLink, ReferenceKind } from '../page/source-format.ts'
import { type ProseText, proseText } from './read/prose-text.ts'
import { withoutEnd } from './write/written-markdown.ts'

const ROLE = /:(doc|download|ref):`([^`]{1,1000})`/g
const PHRASE = /(?<![:\w`])`([^`<>]{0,500})<([^`<>]{1,1000})>`__?/g
const ADDRESS = /(?<![\w`<])(?:https?|ftp):\/\/[^\s<>`"]{1,1000}/g
const TARGET =
  /^[ \t]{0,100}(?:\.\. _(?:`[^`\n]{1,300}`|(?:[^:\n\\]|\\.){1,300}):[ \t]+|__[ \t]+)(\S{1,1000})[ \t]*$/gm

/** A reference of a page: `text` for what it takes in. */
export interface RstReference extends LocatedLink {
  as: ReferenceKind
}

/** The links, images and included files of a page in the order of their targets, in linear time and without the parser. */
export function locateReferences(source: string): RstReference[] {
  if (source.length > LONGEST_PAGE) return []
  const prose = proseText(source)
  const lines = new LineIndex(source)
  const found: RstReference[] = []
  const add = (
    start: number,
    written: string,
    text: string,
    target: string,
    kind: LinkKind,
    as: ReferenceKind = 'page',
  ) => {
    found.push({ target, text, kind, ...lines.at(start), start, end: start + written.length, as })
  }
  for (const { start, name, argument } of prose.files)
    add(start, argument, '', argument, name === 'image' ? imageKind(argument) : 'internal', name)
  for (const { start, written } of prose.entries) add(start, written, '', documentName(written), 'internal')
  inLines(prose, add)
  return found.sort((one, other) => one.start - other.start)
}

type Add = (
  start: number,
  written: string,
  text: string,
  target: string,
  kind: LinkKind,
  as?: ReferenceKind,
) => void

function inLines({ prose }: ProseText, add: Add): void {
  for (const { 0: whole, 1: role = '', 2: content = '', index } of prose.matchAll(ROLE)) {
    const open = content.endsWith('>') ? content.lastIndexOf('<') : -1
    const written = open <= 0 ? content : content.slice(open + 1, -1)
    const start = index + whole.length - 1 - content.length + (open <= 0 ? 0 : open + 1)
    const text = open <= 0 ? '' : content.slice(0, open).replace(/\s+/g, ' ').trim()
    if (role === 'doc') add(start, written, text, documentName(written), 'internal')
    else if (role === 'ref') add(start, written, text, `ref:${written.replace(/\s+/g, ' ')}`, 'internal')
    else add(start, written, text, written, linkKind(written) === 'external' ? 'external' : 'internal')
  }
  for (const { 0: whole, 1: text = '', 2: written = '', index } of prose.matchAll(PHRASE)) {
    // A name with an underscore leads to another name.
    if (/(?<!\\)_$/.test(written) || /\n/.test(written)) continue
    add(
      index + whole.lastIndexOf('<') + 1,
      written,
      text.replace(/\s+/g, ' ').trim(),
      written,
      linkKind(written),
    )
  }
  for (const { 0: whole, 1: written = '', index } of prose.matchAll(TARGET)) {
    if (/(?<!\\)_$/.test(written)) continue
    const start = index + whole.lastIndexOf(written)
    add(start, written, '', written, linkKind(written))
  }
  for (const { 0: whole, index } of prose.matchAll(ADDRESS)) {
    if (/(?:\.\. _[^\n]{0,300}:|__)[ \t]{1,20}$/.test(prose.slice(Math.max(0, index - 320), index))) continue
    const plain = withoutEnd(whole, `.,;:!?)'"*_]}`)
    add(index, plain, plain, plain, 'external')
  }
}

function imageKind(target: string): LinkKind {
  return linkKind(target) === 'external' ? 'external' : 'image'
}

/** A document as a file: its extension may be left out. */
export function documentName(written: string): string {
  return /\.[a-z][a-z0-9]{0,7}$/i.test(written) ? written : written + FORMAT_EXTENSIONS.rst[0]
}
