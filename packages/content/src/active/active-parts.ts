import { proseLines } from '../formats/asciidoc/prose-lines.ts'
import { scanPage } from '../formats/markdown/scan/scan-page.ts'
import { sourceKindOf } from '../formats/page/source-kind.ts'
import { type ActivePart, activePart } from './active-part.ts'
import { activeAddresses, isActiveAddress } from './addresses.ts'
import { directiveCode } from './directive-code.ts'
import { htmlCode } from './html-code.ts'
import { outsideIncludes } from './includes.ts'
import { mdxCode } from './mdx-code.ts'
import { frontmatterCode, tags } from './metadata-code.ts'
import { templateCode } from './template-code.ts'

export interface ActiveOptions {
  /** Templates are read in code blocks, too, as mkdocs-macros reads them. */
  templatesInCode?: boolean
}

/** At-rules of stylesheets that load or run code at build time, and properties that do in a browser. */
const STYLE =
  /@(?:plugin|config|import|source|use|forward|reference)\b[^\n;]{0,300}|(?:expression[ \t]{0,20}\(|-moz-binding|behavior[ \t]{0,20}:)[^\n;]{0,300}/gi
const ENTITY = /<!ENTITY\b[^>]{0,500}|<xi:include\b[^>]{0,500}|<\?(?!xml\b)[\w-]{1,40}[^>]{0,500}/gi

/**
 * What a file of a documentation brings that a build runs, that the browser of a reader runs, or that takes in a file
 * from outside. It errs toward finding more: compare with what the file had before.
 *
 * @param file from the top of the repository
 */
export function activeParts(file: string, text: string, options: ActiveOptions = {}): ActivePart[] {
  const parts = partsOf(file, text, options)
  const known = new Map(parts.map((part) => [`${part.offset} ${part.key}`, part]))
  return [...known.values()].sort((one, other) => one.offset - other.offset)
}

function partsOf(file: string, text: string, { templatesInCode = false }: ActiveOptions): ActivePart[] {
  const kind = sourceKindOf(file)
  switch (kind) {
    case 'notebook':
      return cells(text)
    case 'style':
      return [...matches('style', text, STYLE), ...activeAddresses(text)]
    case 'markup':
      return [
        ...htmlCode(text, { isJsx: false }),
        ...activeAddresses(text),
        ...templateCode(text),
        ...matches('include', text, ENTITY),
      ]
    case 'data':
      return [...tags(text), ...activeAddresses(text)]
    case 'mdx':
    case 'markdown':
      return markdownParts(file, text, kind === 'mdx', templatesInCode)
    case 'asciidoc': {
      const read = withoutListings(text)
      return [
        ...htmlCode(read, { isJsx: false }),
        ...activeAddresses(read),
        ...directiveCode(text),
        ...outsideIncludes(file, text),
      ]
    }
    case 'text':
      return [...activeAddresses(text), ...directiveCode(text), ...outsideIncludes(file, text)]
    case undefined:
      return []
  }
}

function markdownParts(file: string, text: string, isMdx: boolean, templatesInCode: boolean): ActivePart[] {
  const prose = withoutCode(isMdx ? 'page.mdx' : 'page.md', text)
  const mdx = mdxCode(file, prose.text, isMdx)
  return [
    ...frontmatterCode(text),
    ...mdx.parts,
    ...htmlCode(prose.text, { isJsx: isMdx }),
    ...activeAddresses(prose.text),
    ...prose.addresses,
    ...(isMdx ? [] : templateCode(templatesInCode ? text : prose.text)),
    ...directiveCode(text),
    ...outsideIncludes(file, text),
  ]
}

/** A page with its code blanked, each other character at its place, and the addresses of its links that run. */
function withoutCode(name: string, text: string): { text: string; addresses: ActivePart[] } {
  const page = scanPage(name, text)
  const places: [start: number, end: number][] = []
  const addresses: ActivePart[] = []
  for (const [at, block] of page.blocks.entries()) {
    if (block.kind === 'code') places.push([block.start, block.end])
    for (const token of page.inline[at]?.tokens ?? []) {
      if (token.kind === 'code') places.push([token.textStart, token.textEnd])
      if ('targetStart' in token && isActiveAddress(text.slice(token.targetStart, token.targetEnd)))
        addresses.push(activePart('address', text, token.targetStart, token.targetEnd))
    }
  }
  // The frontmatter is data.
  places.push([0, page.frontmatter.bodyStart])
  places.sort(([one], [other]) => one - other)
  let blanked = ''
  let at = 0
  for (const [start, end] of places) {
    if (end <= at) continue
    blanked +=
      text.slice(at, Math.max(at, start)) + text.slice(Math.max(at, start), end).replace(/[^\n]/g, ' ')
    at = end
  }
  return { text: blanked + text.slice(at), addresses }
}

/** AsciiDoc without its listings; passthroughs stay, because browsers read them. */
function withoutListings(text: string): string {
  const lines: string[] = []
  for (const line of proseLines(text.replace(/^\+{4,}[ \t]*$/gm, ''))) if (!line.isCode) lines.push(line.text)
  return lines.join('\n')
}

function matches(kind: 'style' | 'include', text: string, pattern: RegExp): ActivePart[] {
  return [...text.matchAll(pattern)].map(({ 0: { length }, index }) =>
    activePart(kind, text, index, index + length),
  )
}

/** Code cells of a notebook, which its build runs. A notebook that cannot be read counts as one. */
function cells(text: string): ActivePart[] {
  let notebook: unknown
  try {
    notebook = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return [activePart('cell', text, 0, text.length)]
    throw error
  }
  const list: unknown =
    typeof notebook === 'object' && notebook !== null ? Reflect.get(notebook, 'cells') : undefined
  return (Array.isArray(list) ? list : []).flatMap((cell: unknown): ActivePart[] => {
    if (typeof cell !== 'object' || cell === null) return []
    const source: unknown = Reflect.get(cell, 'source')
    const written = Array.isArray(source) ? source.join('') : typeof source === 'string' ? source : ''
    if (written.trim() === '') return []
    if (Reflect.get(cell, 'cell_type') !== 'markdown') return [activePart('cell', written, 0, written.length)]
    return activeParts('cell.md', written)
  })
}
