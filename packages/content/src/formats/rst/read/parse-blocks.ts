import { indentedBlock, indentOf, knownBlock, markedBlock, sourceLines, trimmed } from './indented-lines.ts'
import { type EnumeratedItem, enumerated, isAdornment, isTitleMark, OPTION_LIST } from './line-marks.ts'
import { afterBlanks, glossaryEntries, lineBlock, literalBlock } from './plain-blocks.ts'
import { isDirectiveOf, readDirective } from './read-directive.ts'
import { plainTitle } from './read-header.ts'
import { gridTable, simpleTable } from './read-table.ts'
import { readTarget } from './read-target.ts'
import type { RstDirective, RstNode } from './rst-node.ts'
import type { RstScope } from './rst-scope.ts'
import { includedText } from './selected-text.ts'

/** Blocks that are nested deeper are read as plain paragraphs. */
const DEEPEST = 40
const MOST_INCLUDES = 100
const MOST_CHARACTERS = 2_000_000
const FIELD = /^:(?![:\s`])((?:[^:\\]|\\.|:(?![\s`]|$))+):(?:\s+|$)/
const FOOTNOTE = /^\.\. \[(\d+|#[\w.:+-]*|\*|[\p{L}\p{N}][\p{L}\p{N}.:+_-]*)\](?: +|$)/u
const DIRECTIVE = /^\.\. +([\p{L}\p{N}](?:[\p{L}\p{N}.:+_-]*[\p{L}\p{N}_])?) ?::(?: +|$)/u
const SUBSTITUTION = /^\.\. +\|(?! )([^|]{0,300}[^|\s])\| +([\w.:+-]+)::(?: +|$)/

export interface BlockParsing {
  scope: RstScope
  /** The text that an `include` means. */
  include(target: string): { text: string; leave(): void } | undefined
}

/** Takes a document apart into its blocks. Whatever is malformed is read as text. */
export class BlockParser {
  readonly #parsing: BlockParsing
  #depth = 0
  #includes = MOST_INCLUDES
  #characters = MOST_CHARACTERS

  constructor(parsing: BlockParsing) {
    this.#parsing = parsing
  }

  /** @param hasTitles a title is one of a section of the document */
  parse(text: string, hasTitles = true): RstNode[] {
    return this.lines(sourceLines(text), hasTitles)
  }

  lines(lines: readonly string[], hasTitles = false): RstNode[] {
    if (this.#depth >= DEEPEST) {
      const text = trimmed(lines).join('\n')
      return text === '' ? [] : [{ kind: 'paragraph', text }]
    }
    this.#depth += 1
    const nodes: RstNode[] = []
    for (let at = 0; at < lines.length; ) {
      if (lines[at] === '') at += 1
      else at = this.#block(lines, at, nodes, hasTitles)
    }
    this.#depth -= 1
    return nodes
  }

  #block(lines: readonly string[], at: number, nodes: RstNode[], hasTitles: boolean): number {
    const line = lines[at] ?? ''
    if (line.startsWith(' ')) {
      const { lines: inner, next } = indentedBlock(lines, at)
      nodes.push({ kind: 'quote', children: this.lines(inner) })
      return next
    }
    if (/^\.\.(?: |$)/.test(line)) return this.#explicit(lines, at, nodes, hasTitles)
    if (/^__(?: |$)/.test(line)) {
      const { lines: inner, next } = markedBlock(lines, at, 3)
      this.#parsing.scope.addAnonymous(inner.join('').replace(/\s+/g, ''))
      return next
    }
    if (/^[-*+•‣⁃](?: |$)/.test(line)) return this.#bullets(lines, at, nodes)
    const item = enumerated(lines, at)
    if (item !== undefined) return this.#enumeration(lines, at, item, nodes)
    if (FIELD.test(line)) return this.#fields(lines, at, nodes)
    if (OPTION_LIST.test(line)) return this.#options(lines, at, nodes)
    if (/^>>>(?: |$)/.test(line)) {
      let next = at
      while (next < lines.length && lines[next] !== '') next += 1
      nodes.push({ kind: 'literal', text: lines.slice(at, next).join('\n') })
      return next
    }
    if (/^\|(?: |$)/.test(line)) return lineBlock(lines, at, nodes)
    const table = gridTable(lines, at) ?? simpleTable(lines, at)
    if (table !== undefined) {
      const rows = table.rows.map((row) => row.map((cell) => this.lines(cell)))
      nodes.push({ kind: 'table', head: table.head, rows })
      return table.next
    }
    return this.#title(lines, at, nodes, hasTitles) ?? this.#text(lines, at, nodes)
  }

  #title(lines: readonly string[], at: number, nodes: RstNode[], hasTitles: boolean): number | undefined {
    const [line = '', second = '', third = ''] = [lines[at], lines[at + 1], lines[at + 2]]
    if (isAdornment(line)) {
      const isTitle = second !== '' && isTitleMark(third, second.trim()) && third[0] === line[0]
      if (hasTitles && isTitle) {
        this.#addTitle(nodes, `over ${line[0]}`, second.trim())
        return at + 3
      }
      if (line.length < 4 || second !== '') return undefined
      nodes.push({ kind: 'transition' })
      return at + 1
    }
    if (!hasTitles || !isTitleMark(second, line)) return undefined
    this.#addTitle(nodes, second[0] ?? '', line)
    return at + 2
  }

  #addTitle(nodes: RstNode[], style: string, text: string): void {
    const { titleStyles } = this.#parsing.scope
    let level = titleStyles.indexOf(style) + 1
    if (level === 0) level = titleStyles.push(style)
    const name = plainTitle(text)
    const id = this.#parsing.scope.newId(name)
    this.#parsing.scope.add(name, { id }, false)
    nodes.push({ kind: 'title', level, text, id })
  }

  /** A paragraph, a term with its definition, or a paragraph that a literal block follows. */
  #text(lines: readonly string[], at: number, nodes: RstNode[]): number {
    if (lines[at + 1]?.startsWith(' ') && !lines[at]?.endsWith('::'))
      return this.#definitions(lines, at, nodes)
    let next = at + 1
    while (next < lines.length && lines[next] !== '' && !lines[next]?.startsWith(' ')) next += 1
    const text = lines.slice(at, next).join('\n')
    this.#parsing.scope.countReferences(text)
    if (!text.endsWith('::')) {
      nodes.push({ kind: 'paragraph', text })
      return next
    }
    const shown = text
      .replace(/(?<!:):(?=:$)/, '')
      .replace(/(?<=^|\s):$/, '')
      .trimEnd()
    if (shown !== '') nodes.push({ kind: 'paragraph', text: shown })
    return literalBlock(lines, next, nodes)
  }

  #definitions(lines: readonly string[], from: number, nodes: RstNode[]): number {
    const items: { terms: string[]; children: RstNode[] }[] = []
    let at = from
    while (at < lines.length) {
      const term = lines[at] ?? ''
      if (term === '' || term.startsWith(' ') || !lines[at + 1]?.startsWith(' ')) break
      if (items.length > 0 && /^(?:\.\.|__|[-*+|]|>>>)(?: |$)/.test(term)) break
      const { lines: inner, next } = indentedBlock(lines, at + 1)
      items.push({ terms: [term], children: this.lines(inner) })
      at = next
      while (at < lines.length && lines[at] === '') at += 1
    }
    nodes.push({ kind: 'definitions', isCode: false, items })
    return at
  }

  #bullets(lines: readonly string[], from: number, nodes: RstNode[]): number {
    const items: RstNode[][] = []
    const mark = lines[from]?.[0] ?? '-'
    let at = from
    while (at < lines.length && lines[at]?.[0] === mark && /^.(?: |$)/u.test(lines[at] ?? '')) {
      const line = lines[at] ?? ''
      const indent = line.length === 1 ? 2 : 1 + indentOf(line.slice(1))
      const block = knownBlock(lines, at, indent)
      items.push(this.lines(block.lines))
      at = afterBlanks(lines, block.next)
    }
    nodes.push({ kind: 'list', items })
    return at
  }

  #enumeration(lines: readonly string[], from: number, first: EnumeratedItem, nodes: RstNode[]): number {
    const items: RstNode[][] = []
    let at = from
    let item: EnumeratedItem | undefined = first
    while (item !== undefined) {
      const block = knownBlock(lines, at, item.indent)
      items.push(this.lines(block.lines))
      at = afterBlanks(lines, block.next)
      item = at < lines.length ? enumerated(lines, at, first, first.number + items.length) : undefined
    }
    nodes.push({ kind: 'list', start: first.number, items })
    return at
  }

  #fields(lines: readonly string[], from: number, nodes: RstNode[]): number {
    const items: { name: string; children: RstNode[] }[] = []
    let at = from
    for (let field = FIELD.exec(lines[at] ?? ''); field !== null; field = FIELD.exec(lines[at] ?? '')) {
      const block = markedBlock(lines, at, field[0].length)
      items.push({ name: (field[1] ?? '').replace(/\\(.)/g, '$1'), children: this.lines(block.lines) })
      at = afterBlanks(lines, block.next)
    }
    nodes.push({ kind: 'fields', items })
    return at
  }

  #options(lines: readonly string[], from: number, nodes: RstNode[]): number {
    const items: { terms: string[]; children: RstNode[] }[] = []
    let at = from
    for (
      let option = OPTION_LIST.exec(lines[at] ?? '');
      option !== null;
      option = OPTION_LIST.exec(lines[at] ?? '')
    ) {
      const block = markedBlock(lines, at, option[0].length)
      items.push({ terms: [(option[1] ?? '').trim()], children: this.lines(block.lines) })
      at = afterBlanks(lines, block.next)
    }
    nodes.push({ kind: 'definitions', isCode: true, items })
    return at
  }

  #explicit(lines: readonly string[], at: number, nodes: RstNode[], hasTitles: boolean): number {
    const line = lines[at] ?? ''
    const { scope } = this.#parsing
    const note = FOOTNOTE.exec(line)
    if (note !== null) {
      const block = markedBlock(lines, at, note[0].length)
      const { id, shown } = scope.addNote(note[1] ?? '')
      nodes.push({ kind: 'footnote', label: shown, id, children: this.lines(block.lines) })
      return block.next
    }
    if (/^\.\. +_(?![ _]|$)|^\.\. +__(?::| |$)/.test(line)) return this.#target(lines, at, nodes)
    const substitution = SUBSTITUTION.exec(line)
    const directive = substitution ?? DIRECTIVE.exec(line)
    if (directive === null) return markedBlock(lines, at, line.length).next
    const block = markedBlock(lines, at, directive[0].length)
    if (substitution !== null) {
      const [, name = '', kind = ''] = substitution
      scope.substitutions.set(name, readDirective(kind, block.lines, at + 1))
      return block.next
    }
    this.#directive(readDirective(directive[1] ?? '', block.lines, at + 1), nodes, hasTitles)
    return block.next
  }

  #target(lines: readonly string[], at: number, nodes: RstNode[]): number {
    const block = markedBlock(lines, at, 3)
    const target = readTarget(block.lines)
    const { scope } = this.#parsing
    if (target.name === undefined) scope.addAnonymous(target.uri ?? '')
    else if (target.uri === undefined && target.alias === undefined) {
      const id = scope.newId(target.name)
      scope.add(target.name, { id })
      const last = nodes.at(-1)
      if (last?.kind === 'target') last.targets.push({ name: target.name, id })
      else nodes.push({ kind: 'target', targets: [{ name: target.name, id }] })
    } else
      scope.add(target.name, target.alias === undefined ? { uri: target.uri ?? '' } : { name: target.alias })
    return block.next
  }

  #directive(directive: RstDirective, nodes: RstNode[], hasTitles: boolean): void {
    const { scope } = this.#parsing
    const { name, argument, options, body } = directive
    if (name === 'role') {
      const [, role = '', base = ''] =
        /^([^\s(]{1,100})\s*(?:\(\s*([^\s)]{1,100})\s*\))?/.exec(argument) ?? []
      scope.roles.set(role, base)
    } else if (name === 'include') {
      for (const node of this.#included(directive, hasTitles)) nodes.push(node)
      return
    }
    if (options.name !== undefined) {
      const id = scope.newId(options.name)
      scope.add(options.name, { id })
      nodes.push({ kind: 'target', targets: [{ name: options.name, id }] })
    }
    const children = this.#childrenOf(name, body, hasTitles)
    nodes.push({ ...directive, children })
  }

  #childrenOf(name: string, body: readonly string[], hasTitles: boolean): RstNode[] {
    if (name !== 'glossary')
      return isDirectiveOf('text', name) ? this.lines(body, hasTitles && isDirectiveOf('section', name)) : []
    const entries = glossaryEntries(body)
    const items = entries.map((entry) => ({ terms: entry.terms, children: this.lines(entry.body) }))
    return [{ kind: 'definitions', isCode: false, items }]
  }

  #included(directive: RstDirective, hasTitles: boolean): RstNode[] {
    const found = this.#includes > 0 ? this.#parsing.include(directive.argument) : undefined
    if (found === undefined) return []
    this.#includes -= 1
    this.#characters -= found.text.length
    const text = this.#characters < 0 ? '' : includedText(found.text, directive.options)
    const { literal, code, parser } = directive.options
    if (literal !== undefined || code !== undefined) {
      found.leave()
      return [{ ...directive, name: 'literalinclude', body: [text] }]
    }
    const nodes: RstNode[] = parser === undefined ? this.parse(text, hasTitles) : [{ kind: 'written', text }]
    found.leave()
    return nodes
  }
}
