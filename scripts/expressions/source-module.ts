import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** What takes the place of a value that is known only at run time. Code quotes such values, so each is like a word, or a number. */
const UNKNOWN = '9'

export interface Written {
  source: string
  flags: string
  /** From 1. */
  line: number
}

/** One file of code, and the constants by which its expressions are written. */
export class SourceModule {
  readonly expressions: Written[] = []
  readonly #constants = new Map<string, ESTree.Expression | undefined>()
  readonly #imports = new Map<string, { path: string; name: string }>()

  readonly #path: string
  readonly #others: Map<string, SourceModule>

  private constructor(path: string, others: Map<string, SourceModule>) {
    this.#path = path
    this.#others = others
  }

  /** `others` keeps the modules that were read already. */
  static read(path: string, others: Map<string, SourceModule> = new Map()): SourceModule {
    return others.get(path) ?? SourceModule.parse(path, readFileSync(path, 'utf8'), others)
  }

  static parse(path: string, text: string, others: Map<string, SourceModule> = new Map()): SourceModule {
    const module = new SourceModule(path, others)
    others.set(path, module)
    module.#parse(text)
    return module
  }

  /** The value of a constant of the file, if it is a number. */
  numberOf(name: string): number | undefined {
    const found = this.#constants.get(name)
    return found?.type === 'Literal' && typeof found.value === 'number' ? found.value : undefined
  }

  #parse(text: string): void {
    const { program, errors } = parseSync(this.#path, text)
    if (errors.length > 0) throw new Error(`${this.#path}: ${errors[0]?.message}`)
    const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
    const made: (ESTree.NewExpression | ESTree.CallExpression)[] = []
    new Visitor({
      ImportDeclaration: ({ source, specifiers }) => {
        if (!source.value.startsWith('.')) return
        for (const specifier of specifiers) {
          if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') continue
          const path = join(dirname(this.#path), source.value)
          this.#imports.set(specifier.local.name, { path, name: specifier.imported.name })
        }
      },
      VariableDeclaration: ({ kind, declarations }) => {
        for (const { id, init } of declarations) {
          if (id.type !== 'Identifier') continue
          const once = kind === 'const' && !this.#constants.has(id.name)
          this.#constants.set(id.name, once ? (init ?? undefined) : undefined)
        }
      },
      Literal: (node) => {
        if (!('regex' in node) || !node.regex) return
        this.expressions.push({
          source: node.regex.pattern,
          flags: node.regex.flags,
          line: lineOf(node.start),
        })
      },
      NewExpression: (node) => void made.push(node),
      CallExpression: (node) => void made.push(node),
    }).visit(program)
    for (const {
      callee,
      arguments: [source, flags],
      start,
    } of made) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || !source) continue
      this.expressions.push({
        source: source.type === 'SpreadElement' ? UNKNOWN : (this.#text(source) ?? UNKNOWN),
        flags: (flags && flags.type !== 'SpreadElement' && this.#text(flags)) || '',
        line: lineOf(start),
      })
    }
  }

  /** The node that a name or a member stands for. */
  #constant(node: ESTree.Expression): [SourceModule, ESTree.Expression] | undefined {
    if (node.type === 'Identifier') {
      const own = this.#constants.get(node.name)
      if (own) return [this, own]
      const imported = this.#imports.get(node.name)
      if (!imported || !existsSync(imported.path)) return undefined
      const other = SourceModule.read(imported.path, this.#others)
      const theirs = other.#constants.get(imported.name)
      return theirs && [other, theirs]
    }
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return undefined
    const { name } = node.property
    const [module, object] = this.#constant(node.object) ?? []
    if (!module || !object) return undefined
    const bare = withoutTypes(object)
    if (bare.type !== 'ObjectExpression') return undefined
    for (const property of bare.properties) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
      if (property.key.name === name) return [module, property.value as ESTree.Expression]
    }
    return undefined
  }

  /** The text of a node, with a word for each part that is known only at run time. Undefined if nothing is known. */
  #text(typed: ESTree.Expression): string | undefined {
    const node = withoutTypes(typed)
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' || typeof node.value === 'number' ? `${node.value}` : undefined
      case 'TemplateLiteral':
        return this.#joined(node, 'cooked')
      case 'TaggedTemplateExpression':
        return this.#joined(node.quasi, 'raw')
      case 'BinaryExpression': {
        if (node.operator !== '+') return undefined
        const left = this.#text(node.left as ESTree.Expression)
        const right = this.#text(node.right)
        return left === undefined && right === undefined ? undefined : (left ?? UNKNOWN) + (right ?? UNKNOWN)
      }
      case 'MemberExpression':
        if (node.property.type === 'Identifier' && node.property.name === 'source') {
          const [, found] = this.#constant(node.object) ?? [this, node.object]
          if (found.type === 'Literal' && 'regex' in found) return found.regex?.pattern
        }
        return this.#textOfConstant(node)
      case 'Identifier':
        return this.#textOfConstant(node)
      case 'CallExpression':
        return this.#called(node)
      default:
        return undefined
    }
  }

  #textOfConstant(node: ESTree.Expression): string | undefined {
    const [module, found] = this.#constant(node) ?? []
    return module && found && module.#text(found)
  }

  #joined({ quasis, expressions }: ESTree.TemplateLiteral, form: 'cooked' | 'raw'): string {
    const parts = quasis.map(({ value }, at) => {
      const expression = expressions[at]
      return (value[form] ?? '') + (expression ? (this.#text(expression) ?? UNKNOWN) : '')
    })
    return parts.join('')
  }

  /** `text.replaceAll('a', 'b')` and `list.join('a')` of constants. */
  #called({ callee, arguments: values }: ESTree.CallExpression): string | undefined {
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined
    const texts = values.map((value) => (value.type === 'SpreadElement' ? undefined : this.#text(value)))
    const [first, second] = texts
    if (first === undefined) return undefined
    if (callee.property.name === 'replaceAll' && second !== undefined)
      return this.#text(callee.object)?.replaceAll(first, second)
    if (callee.property.name !== 'join') return undefined
    const [module, found] = this.#constant(callee.object) ?? [this as SourceModule, callee.object]
    const list = withoutTypes(found)
    if (list.type !== 'ArrayExpression') return undefined
    const items = list.elements.map((item) =>
      item && item.type !== 'SpreadElement' ? module.#text(item) : undefined,
    )
    return items.map((item) => item ?? UNKNOWN).join(first)
  }
}

function withoutTypes(node: ESTree.Expression): ESTree.Expression {
  let bare = node
  while (
    bare.type === 'TSAsExpression' ||
    bare.type === 'TSSatisfiesExpression' ||
    bare.type === 'TSNonNullExpression' ||
    bare.type === 'ParenthesizedExpression'
  )
    bare = bare.expression
  return bare
}
