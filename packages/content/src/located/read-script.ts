import type { SyntaxNode } from '@lezer/common'
import { joinPath } from '../paths/folder.ts'
import { normalizeSegments } from '../paths/page-path.ts'
import { type LocatedEntry, type LocatedItem, type LocatedValue, type Place, whole } from './located-value.ts'
import { parseScript, partsOf, unwrapped } from './parse-script.ts'
import { unquote } from './unquote.ts'

/** Texts of files by path, for what one file imports from another. */
export type Texts = ReadonlyMap<string, string>

const DEEPEST = 60
const NOTHING: Texts = new Map()

/**
 * What a configuration file exports, with the place of each value: after `export default` or `module.exports =`, also
 * inside calls such as `defineConfig(…)`. Constants of the file, and of files that it imports by a relative path, are
 * followed, and so are functions as far as what they return is written out. Nothing is run: what would have to run is
 * `code`.
 *
 * @param texts files that may be imported
 */
export function readScript(file: string, text: string, texts: Texts = NOTHING): LocatedValue | undefined {
  return new ScriptReader(file, text, texts, 0).exported('default')
}

/** Where a name of a file comes from. */
type Declared = { kind: 'value'; node: SyntaxNode } | { kind: 'import'; from: string; name: string }

class ScriptReader {
  readonly #tops: SyntaxNode[]
  readonly #names = new Map<string, Declared>()
  /** Names that are being followed: `const a = [...a]` ends here. */
  readonly #following = new Set<string>()
  readonly #file: string
  readonly #text: string
  readonly #texts: Texts
  readonly #depth: number

  constructor(file: string, text: string, texts: Texts, depth: number) {
    this.#file = file
    this.#text = text
    this.#texts = texts
    this.#depth = depth
    const tree = parseScript(file, text)
    this.#tops = tree === undefined ? [] : partsOf(tree.topNode)
    for (const top of this.#tops) this.#declare(top)
  }

  exported(name: string): LocatedValue | undefined {
    if (/\.jsonc?$/.test(this.#file)) {
      const [top] = this.#tops
      return top && this.#value(top, 0)
    }
    for (const top of this.#tops.toReversed()) {
      const node = name === 'default' ? this.#defaultOf(top) : undefined
      if (node) return this.#argument(node)
    }
    const declared = this.#names.get(name)
    return declared === undefined ? undefined : this.#declared(name, declared, 0)
  }

  #written(node: SyntaxNode): string {
    return this.#text.slice(node.from, node.to)
  }

  #place({ from, to }: { from: number; to: number }): Place {
    return { file: this.#file, start: from, end: to }
  }

  #declare(top: SyntaxNode): void {
    if (top.name === 'ImportDeclaration') this.#declareImports(top)
    const made = top.name === 'ExportDeclaration' ? (top.getChild('FunctionDeclaration') ?? top) : top
    const called = made.name === 'FunctionDeclaration' ? made.getChild('VariableDefinition') : null
    if (called !== null) this.#names.set(this.#written(called), { kind: 'value', node: made })
    const declaration = top.name === 'ExportDeclaration' ? top.getChild('VariableDeclaration') : top
    if (declaration?.name !== 'VariableDeclaration') return
    let name: string | undefined
    let isInitializer = false
    for (const part of partsOf(declaration)) {
      if (part.name === 'VariableDefinition') name = this.#written(part)
      else if (part.name === ',') name = undefined
      else if (part.name === 'Equals') isInitializer = true
      else if (isInitializer && name !== undefined) {
        const from = this.#required(part)
        this.#names.set(
          name,
          from === undefined ? { kind: 'value', node: part } : { kind: 'import', from, name: 'default' },
        )
        isInitializer = false
        name = undefined
      }
    }
  }

  #declareImports(top: SyntaxNode): void {
    const source = top.getChild('String')
    if (source === null) return
    const from = unquote(this.#written(source))
    const outer = top.getChild('VariableDefinition')
    if (outer) this.#names.set(this.#written(outer), { kind: 'import', from, name: 'default' })
    let name: string | undefined
    for (const part of partsOf(top.getChild('ImportGroup') ?? top)) {
      if (part.name === 'VariableName') name = this.#written(part)
      else if (part.name === 'VariableDefinition' && part.parent?.name === 'ImportGroup') {
        const local = this.#written(part)
        this.#names.set(local, { kind: 'import', from, name: name ?? local })
        name = undefined
      } else if (part.name === ',') name = undefined
    }
  }

  /** The expression behind `export default`, or behind `module.exports =`. */
  #defaultOf(top: SyntaxNode): SyntaxNode | undefined {
    if (top.name === 'ExportDeclaration') {
      const parts = partsOf(top)
      const at = parts.findIndex((part) => part.name === 'default')
      return at < 0 ? undefined : parts[at + 1]
    }
    const assignment = top.name === 'ExpressionStatement' ? top.getChild('AssignmentExpression') : null
    if (assignment === null) return undefined
    const [target, , value] = partsOf(assignment)
    return target && this.#written(target).replace(/\s/g, '') === 'module.exports' ? value : undefined
  }

  /** What a call such as `defineConfig({…})` is made of. */
  #argument(node: SyntaxNode, depth = 0): LocatedValue {
    const bare = unwrapped(node)
    if (bare.name === 'CallExpression' && depth < 10) {
      const [first] = partsOf(bare.getChild('ArgList') ?? bare).filter(({ name }) => /^[A-Z]/.test(name))
      if (first && first.from > bare.from) return this.#argument(first, depth + 1)
    }
    const declared = bare.name === 'VariableName' ? this.#names.get(this.#written(bare)) : undefined
    // `const config = defineConfig({…}); export default withMore(config)`
    if (declared?.kind === 'value' && unwrapped(declared.node).name === 'CallExpression' && depth < 10)
      return this.#argument(declared.node, depth + 1)
    return this.#returned(bare, 0) ?? this.#value(bare, 0)
  }

  #value(wrapped: SyntaxNode, depth: number): LocatedValue {
    const node = unwrapped(wrapped)
    const place = this.#place(node)
    if (depth > DEEPEST) return { kind: 'code', ...place }
    switch (node.name) {
      case 'String':
        return { kind: 'text', value: unquote(this.#written(node)), ...place }
      case 'TemplateString':
        return node.getChild('Interpolation')
          ? { kind: 'code', ...place }
          : { kind: 'text', value: unquote(this.#written(node)), ...place }
      case 'Number':
        return { kind: 'plain', value: Number(this.#written(node).replaceAll('_', '')), ...place }
      case 'BooleanLiteral':
        return { kind: 'plain', value: this.#written(node) === 'true', ...place }
      case 'null':
        return { kind: 'plain', value: null, ...place }
      case 'ArrayExpression':
        return { kind: 'list', items: this.#items(node, depth), ...place }
      case 'ObjectExpression':
        return { kind: 'record', entries: this.#entries(node, depth), ...place }
      case 'VariableName':
        return this.#named(node, depth)
      case 'CallExpression':
        return whole(this.#called(node, depth)) ?? this.#insideCode(node, depth)
      case 'ArrowFunction':
        return this.#insideCode(node, depth)
    }
    return { kind: 'code', ...place }
  }

  /** What a function of the file, or of one that it imports, returns. */
  #called(call: SyntaxNode, depth: number): LocatedValue | undefined {
    const [callee] = partsOf(call)
    const name = callee?.name === 'VariableName' ? this.#written(callee) : undefined
    return name === undefined ? undefined : this.#returnedBy(name, depth)
  }

  #returnedBy(name: string, depth: number): LocatedValue | undefined {
    const declared = this.#names.get(name)
    if (declared === undefined || this.#following.has(name)) return undefined
    if (declared.kind === 'import') {
      const other = this.#reader(declared.from)
      if (other === undefined || declared.name === 'default') return other?.exported('default')
      return other.#returnedBy(declared.name, depth + 1)
    }
    this.#following.add(name)
    const value = this.#returned(unwrapped(declared.node), depth + 1)
    this.#following.delete(name)
    return value
  }

  /** The value behind the last `return` of a function, or behind its arrow. Its parameters are known only when it runs. */
  #returned(made: SyntaxNode, depth: number): LocatedValue | undefined {
    if (!/^(?:Arrow|)Function(?:Declaration|Expression|)$/.test(made.name)) return undefined
    const block = made.getChild('Block')
    const statement = block?.getChildren('ReturnStatement').at(-1)
    const node = block === null ? partsOf(made).at(-1) : statement && partsOf(statement)[1]
    if (node === undefined || node.name === ';') return undefined
    const parameters = (made.getChild('ParamList') ?? made).getChildren('VariableDefinition')
    const hidden = parameters.map((each) => this.#written(each)).filter((name) => !this.#following.has(name))
    for (const name of hidden) this.#following.add(name)
    if (block !== null) for (const part of partsOf(block)) this.#declare(part)
    const value = this.#value(node, depth + 1)
    for (const name of hidden) this.#following.delete(name)
    return value
  }

  /** Calls keep what they are given: plugins take their settings so. */
  #insideCode(node: SyntaxNode, depth: number): LocatedValue {
    const args = node.getChild('ArgList')
    const given = args === null ? [] : partsOf(args).filter(({ name }) => /^[A-Z]/.test(name))
    const values = given.map((each) => this.#value(each, depth + 1))
    return { kind: 'code', ...this.#place(node), ...(values.length > 0 ? { given: values } : {}) }
  }

  #items(node: SyntaxNode, depth: number): LocatedItem[] {
    const items: LocatedItem[] = []
    let spread: SyntaxNode | undefined
    for (const part of partsOf(node)) {
      if (part.name === 'Spread') spread = part
      else if (/^[A-Z]|^null$/.test(part.name) || part.type.isError) {
        const from = spread?.from ?? part.from
        const value: LocatedValue = part.type.isError
          ? { kind: 'code', ...this.#place(part) }
          : this.#value(part, depth + 1)
        items.push({ value, ...this.#place({ from, to: part.to }), ...(spread ? { isSpread: true } : {}) })
        spread = undefined
      }
    }
    return items
  }

  #entries(node: SyntaxNode, depth: number): LocatedEntry[] {
    return node.getChildren('Property').map((property): LocatedEntry => {
      const parts = partsOf(property)
      const [first] = parts
      const last = parts.at(-1)
      const place = this.#place(property)
      const code: LocatedValue = { kind: 'code', ...place }
      if (first === undefined || last === undefined)
        return { key: undefined, keyPlace: place, value: code, ...place }
      const keyPlace = this.#place(first)
      if (first.name === 'Spread' || first.name === '[')
        return {
          key: undefined,
          keyPlace,
          value: first.name === '[' ? code : this.#value(last, depth + 1),
          ...place,
        }
      const key = first.name === 'String' ? unquote(this.#written(first)) : this.#written(first)
      const isMethod = parts.some(({ name }) => name === 'Block')
      if (isMethod) return { key, keyPlace, value: code, ...place }
      // `{ sidebar }` stands for `{ sidebar: sidebar }`.
      const value = parts.length === 1 ? this.#nameValue(key, first, depth) : this.#value(last, depth + 1)
      return { key, keyPlace, value, ...place }
    })
  }

  #named(node: SyntaxNode, depth: number): LocatedValue {
    return this.#nameValue(this.#written(node), node, depth)
  }

  #nameValue(name: string, node: SyntaxNode, depth: number): LocatedValue {
    const declared = this.#names.get(name)
    const found = declared === undefined ? undefined : this.#declared(name, declared, depth)
    return found ?? { kind: 'code', ...this.#place(node) }
  }

  #declared(name: string, declared: Declared, depth: number): LocatedValue | undefined {
    if (this.#following.has(name)) return undefined
    if (declared.kind === 'import') return this.#imported(declared.from, declared.name)
    this.#following.add(name)
    const value = this.#value(declared.node, depth + 1)
    this.#following.delete(name)
    return value
  }

  #imported(from: string, name: string): LocatedValue | undefined {
    return this.#reader(from)?.exported(name)
  }

  #reader(from: string): ScriptReader | undefined {
    if (!from.startsWith('.') || this.#depth > 5) return undefined
    const path = normalizeSegments(joinPath(this.#file.split('/').slice(0, -1).join('/'), from))
    const stem = path.replace(/\.[cm]?[jt]s$/, '')
    const file = [
      path,
      ...['ts', 'mts', 'js', 'mjs', 'cjs', 'json'].map((end) => `${stem}.${end}`),
      `${stem}/index.ts`,
      `${stem}/index.js`,
    ].find((each) => this.#texts.has(each))
    if (file === undefined) return undefined
    return new ScriptReader(file, this.#texts.get(file) ?? '', this.#texts, this.#depth + 1)
  }

  /** The file of `require('./sidebars')`. */
  #required(node: SyntaxNode): string | undefined {
    return /^require\(\s*(['"])(\.[^'"]*)\1\s*\)$/.exec(this.#written(node))?.[2]
  }
}
