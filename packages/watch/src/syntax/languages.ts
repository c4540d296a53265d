import type { SyntaxNode } from '@lezer/common'
import { parser as cpp } from '@lezer/cpp'
import { parser as go } from '@lezer/go'
import { parser as java } from '@lezer/java'
import { parser as javascript } from '@lezer/javascript'
import type { LRParser } from '@lezer/lr'
import { parser as php } from '@lezer/php'
import { parser as python } from '@lezer/python'
import { parser as rust } from '@lezer/rust'

/** How the declarations of a language look in its syntax. */
export interface Language {
  readonly files: RegExp
  readonly parser: (path: string) => LRParser
  /** Nodes that declare, and those of their children that are names. */
  readonly declarations: RegExp
  readonly names: RegExp
  /** One declaration may have several. */
  readonly hasSeveral?: true
  /** Bodies of functions, behind the node that they are in: what they declare is nobody else's. */
  readonly bodies: RegExp
  readonly isHidden: (name: string, declaration: SyntaxNode, text: string, exported: Exported) => boolean
  /** Names that a file exports elsewhere than where it declares them. */
  readonly exported?: (text: string) => Exported
}

type Exported = ReadonlySet<string>

const startsWith =
  (pattern: RegExp) =>
  (_: string, { from }: SyntaxNode, text: string) =>
    pattern.test(text.slice(from, from + 60))

/** What a module does not export is its own; what it gives to CommonJS is no declaration with a name. */
function isHiddenInScript(name: string, node: SyntaxNode, text: string, exported: Exported): boolean {
  if (/^(?:private|protected)\b|^#/.test(text.slice(node.from, node.from + 10))) return true
  const isTop = /^(?:Function|Class|Interface|TypeAlias|Enum|Variable)Declaration$/.test(node.name)
  return isTop && node.parent?.name === 'Script' && !exported.has(name)
}

/** `export { name }`, `module.exports = { name }`, `exports.name = name`. */
const EXPORTS = /\bexport\s{0,4}\{([^{}]{0,4000})\}|\bexports\b([^;]{0,2000})/g

function exportedNames(text: string): Exported {
  return new Set([...text.matchAll(EXPORTS)].flatMap(([, esm, cjs]) => (esm ?? cjs ?? '').split(/[^\w$]+/)))
}

export const LANGUAGES: readonly Language[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    parser: (path) =>
      javascript.configure({
        dialect: [/\.[cm]?tsx?$/.test(path) ? 'ts' : '', /sx$/.test(path) ? 'jsx' : ''].join(' ').trim(),
      }),
    declarations:
      /^(?:FunctionDeclaration|ClassDeclaration|InterfaceDeclaration|TypeAliasDeclaration|EnumDeclaration|EnumBody|VariableDeclaration|Property|PropertyType|MethodType|PropertyDeclaration|MethodDeclaration)$/,
    names: /^(?:VariableDefinition|TypeDefinition|PropertyDefinition|PropertyName)$/,
    hasSeveral: true,
    bodies: /\/Block$/,
    isHidden: isHiddenInScript,
    exported: exportedNames,
  },
  {
    files: /\.go$/,
    parser: () => go,
    declarations: /^(?:TypeSpec|FieldDecl|ConstSpec|VarSpec|MethodDecl|FunctionDecl|MethodElem)$/,
    names: /^(?:DefName|FieldName)$/,
    hasSeveral: true,
    bodies: /\/Block$/,
    isHidden: (name) => !/^\p{Lu}/u.test(name),
  },
  {
    files: /\.rs$/,
    parser: () => rust,
    declarations:
      /^(?:StructItem|EnumItem|EnumVariant|FieldDeclaration|FunctionItem|ConstItem|StaticItem|TraitItem|TypeItem|ModItem)$/,
    names: /^(?:TypeIdentifier|FieldIdentifier|BoundIdentifier|Identifier)$/,
    bodies: /\/Block$/,
    isHidden: (_, node, text) =>
      node.name !== 'EnumVariant' && !/^(?:pub(?!\s*\()|#)/.test(text.slice(node.from, node.from + 8)),
  },
  {
    files: /\.pyi?$/,
    parser: () => python,
    declarations: /^(?:ClassDefinition|FunctionDefinition|AssignStatement)$/,
    names: /^VariableName$/,
    bodies: /^FunctionDefinition\/Body$/,
    isHidden: (name) => name.startsWith('_'),
  },
  {
    files: /\.java$/,
    parser: () => java,
    declarations:
      /^(?:Class|Interface|Enum|Record|Method|AnnotationType)Declaration$|^(?:VariableDeclarator|EnumConstant)$/,
    names: /^Definition$/,
    bodies: /\/Block$/,
    isHidden: startsWith(/^[^({;=]{0,40}\bprivate\b/),
  },
  {
    files: /\.php$/,
    parser: () => php,
    declarations:
      /^(?:Class|Interface|Trait|Enum|Method|Const)Declaration$|^(?:FunctionDefinition|VariableDeclarator)$/,
    names: /^(?:Name|VariableName)$/,
    bodies: /\/Block$/,
    isHidden: startsWith(/^[^({;=]{0,40}\b(?:private|protected)\b/),
  },
  {
    files: /\.(?:cc|cpp|cxx|hpp|hh|hxx|h|c)$/,
    parser: () => cpp,
    declarations:
      /^(?:ClassSpecifier|StructSpecifier|EnumSpecifier|Enumerator|FieldDeclaration|FunctionDeclarator|PreprocDirective)$/,
    names: /^(?:TypeIdentifier|FieldIdentifier|Identifier)$/,
    bodies: /\/CompoundStatement$/,
    isHidden: () => false,
  },
]

export function languageOf(path: string): Language | undefined {
  return LANGUAGES.find(({ files }) => files.test(path))
}
