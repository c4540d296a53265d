import { CpuBudget } from '@docent/content'
import type { SyntaxNode, Tree } from '@lezer/common'
import { type Language, languageOf } from './languages.ts'

/** Longer files are data or generated. */
const LONGEST = 600_000
/** A text that is ambiguous on purpose takes a parser seconds. CPU time, ms. */
const MOST_MS = 1_000
const MOST_NAMES = 20_000
const DEEPEST = 200
/** What is said of a declaration: the comment above it. */
const COMMENT = /Comment$/
const STRING = /String|^Char/
const LONGEST_SIGNATURE = 2_000
/** Beside a declaration, before its name. */
const BESIDE = /^(?:Vis|Attribute|AttributeItem|Modifiers|Decorator)$/
const OPTION = /\b(?:arg|clap|option|argument|parameter|serde|field|setting|config\w{0,20})\b/i
const HIDDEN_OPTION = /\bhid(?:e|den)\b(?!\s{0,4}=\s{0,4}false)/

/** Something that a file declares where others can see it. */
export interface CodeSymbol {
  readonly name: string
  /** With what it stands in: `Config.name`. */
  readonly path: string
  /** 0-based line of its name. */
  readonly line: number
  readonly isHidden: boolean
  /** What it looks like from outside, without blanks. */
  readonly signature: string
  /** The comment above it. */
  readonly comment: string
  /** What is above it says that it is an option of a command or a setting. */
  readonly isOption: boolean
}

export interface CodeString {
  readonly text: string
  readonly line: number
}

export interface Code {
  readonly symbols: readonly CodeSymbol[]
  readonly strings: readonly CodeString[]
  /** Lines that are nothing but comments. */
  readonly commentLines: ReadonlySet<number>
  /** Lines of each declaration, the inner behind the outer. */
  readonly ranges: readonly { name: string; from: number; to: number }[]
}

/**
 * What a file declares and says, by a parser that recovers from mistakes, or by its lines where none reads its language.
 * Undefined for a text that is too long or too ambiguous.
 *
 * @param budget for parsing; once it is spent, lines are read
 */
export function readCode(path: string, text: string, budget = new CpuBudget(MOST_MS)): Code | undefined {
  if (text.length > LONGEST) return undefined
  const language = languageOf(path)
  if (language === undefined || budget.isSpent) return readLines(text)
  const tree = parse(language, path, text, budget)
  return tree === undefined ? undefined : new CodeReader(language, text).read(tree.topNode)
}

function parse(language: Language, path: string, text: string, budget: CpuBudget): Tree | undefined {
  const parsing = language.parser(path).startParse(text)
  return budget.spend(() => {
    while (!budget.isSpentByStep()) {
      const tree = parsing.advance()
      if (tree) return tree
    }
    return undefined
  })
}

const QUOTED = /(["'`])([^"'`\n]{1,200})\1/g
const FLAGS = /(?<![\w-])--[a-z][\w-]{1,60}/g
const KEY = /^\s{0,40}["']?([A-Za-z_][\w.-]{1,60})["']?\s{0,4}[:=]/

/** What the texts and keys of a language without a parser say. */
function readLines(text: string): Code {
  const strings: CodeString[] = []
  const commentLines = new Set<number>()
  for (const [line, whole] of text.split('\n').entries()) {
    const each = whole.slice(0, LONGEST_SIGNATURE)
    if (/^\s{0,200}(?:#|\/\/|--\s|\*)/.test(each)) commentLines.add(line)
    for (const [, , quoted = ''] of each.matchAll(QUOTED)) strings.push({ text: quoted, line })
    for (const [flag] of each.matchAll(FLAGS)) strings.push({ text: flag, line })
    const key = KEY.exec(each)?.[1]
    if (key !== undefined) strings.push({ text: key, line })
    if (strings.length > MOST_NAMES) break
  }
  return { symbols: [], strings, commentLines, ranges: [] }
}

class CodeReader {
  readonly #language: Language
  readonly #text: string
  readonly #lines: number[] = [0]
  readonly #symbols: CodeSymbol[] = []
  readonly #strings: CodeString[] = []
  readonly #commentLines = new Set<number>()
  readonly #exported: ReadonlySet<string>
  readonly #ranges: { name: string; from: number; to: number }[] = []

  constructor(language: Language, text: string) {
    this.#language = language
    this.#text = text
    this.#exported = language.exported?.(text) ?? new Set()
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lines.push(at + 1)
  }

  read(top: SyntaxNode): Code {
    this.#walk(top, '', false, 0)
    return {
      symbols: this.#symbols,
      strings: this.#strings,
      commentLines: this.#commentLines,
      ranges: this.#ranges,
    }
  }

  #walk(node: SyntaxNode, container: string, isOwn: boolean, depth: number): void {
    if (depth > DEEPEST || this.#symbols.length > MOST_NAMES) return
    let above: SyntaxNode[] = []
    for (let child = node.firstChild; child; child = child.nextSibling) {
      const { name } = child
      const isComment = COMMENT.test(name)
      if (isComment)
        for (let line = this.#lineOf(child.from); line <= this.#lineOf(child.to); line++)
          this.#commentLines.add(line)
      if (STRING.test(name)) this.#addString(child)
      if (isComment || BESIDE.test(name)) above.push(child)
      if (isComment) continue
      const { bodies, declarations } = this.#language
      const inner = declarations.test(name) ? this.#declare(child, container, isOwn, above) : undefined
      this.#walk(
        child,
        inner?.path ?? container,
        inner?.isHidden || isOwn || bodies.test(`${node.name}/${name}`),
        depth + 1,
      )
      // A comment belongs to what follows it, whatever the syntax puts between.
      if (!BESIDE.test(name)) above = []
    }
  }

  /** @param isOwn nobody else sees what is declared here */
  #declare(
    node: SyntaxNode,
    container: string,
    isOwn: boolean,
    beside: readonly SyntaxNode[],
  ): { path: string; isHidden: boolean } | undefined {
    const { names, hasSeveral, isHidden } = this.#language
    // The type of a field comes with its name.
    const isField = node.name === 'FieldDeclaration'
    const found: SyntaxNode[] = []
    for (let child = node.firstChild; child; child = child.nextSibling)
      if (names.test(child.name) && !(isField && child.name === 'TypeIdentifier')) found.push(child)
      else if (found.length > 0 && /Body|List$|Block/.test(child.name)) break
    const [first] = found
    if (first === undefined) return undefined
    const outer = this.#text.slice(first.from, first.to)
    const path = container === '' ? outer : `${container}.${outer}`
    this.#ranges.push({ name: outer, from: this.#lineOf(node.from), to: this.#lineOf(node.to) })
    if (isOwn) return { path, isHidden: true }
    const statement = this.#statementOf(node)
    const above = beside.length > 0 ? beside : this.#above(statement)
    const textOf = (nodes: readonly SyntaxNode[]) =>
      nodes.map(({ from, to }) => this.#text.slice(from, Math.min(to, from + LONGEST_SIGNATURE))).join('\n')
    const attributes = textOf(above.filter((one) => !COMMENT.test(one.name)))
    const isHiddenOption = HIDDEN_OPTION.test(attributes)
    for (const child of hasSeveral ? found : [first]) {
      const name = this.#text.slice(child.from, child.to)
      this.#symbols.push({
        name,
        path: container === '' ? name : `${container}.${name}`,
        line: this.#lineOf(child.from),
        isHidden: isHiddenOption || isHidden(name, statement, this.#text, this.#exported),
        signature: this.#signature(node),
        comment: textOf(above.filter((one) => COMMENT.test(one.name))),
        isOption: OPTION.test(attributes),
      })
    }
    return { path, isHidden: isHidden(outer, statement, this.#text, this.#exported) }
  }

  /** Around what declares: `export`, attributes. */
  #statementOf(node: SyntaxNode): SyntaxNode {
    const { parent } = node
    return parent !== null && /^(?:ExportDeclaration|FieldDeclaration)$/.test(parent.name) ? parent : node
  }

  #above(statement: SyntaxNode): SyntaxNode[] {
    const nodes: SyntaxNode[] = []
    let before = statement.prevSibling
    for (; before && (COMMENT.test(before.name) || BESIDE.test(before.name)); before = before.prevSibling)
      nodes.push(before)
    return nodes.toReversed()
  }

  /** Without what stands in braces: members are declarations of their own. */
  #signature(node: SyntaxNode): string {
    const body = node.getChild('Body')
    const end = Math.min(body?.from ?? node.to, node.from + LONGEST_SIGNATURE)
    return (this.#text.slice(node.from, end).split('{', 1)[0] ?? '').replace(/\s+/g, '')
  }

  #addString({ from, to }: SyntaxNode): void {
    const text = this.#text.slice(from, Math.min(to, from + LONGEST_SIGNATURE))
    this.#strings.push({
      text: text.replace(/^[^"'`]{0,3}["'`]+/, '').replace(/(?<!["'`])["'`]+#*$/, ''),
      line: this.#lineOf(from),
    })
  }

  #lineOf(at: number): number {
    let low = 0
    let high = this.#lines.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#lines[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return low
  }
}
