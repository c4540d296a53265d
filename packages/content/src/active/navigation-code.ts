import type { SyntaxNode } from '@lezer/common'
import { parseScript, partsOf } from '../located/parse-script.ts'
import { unquote } from '../located/unquote.ts'
import { isActiveAddress } from './addresses.ts'

/** Keys whose values are navigation, wherever they are. */
const KEYS = /^(?:nav|navbar|sidebars?|footer|redirects|items|links|children|pages|menu|toc)$/i
const NAMES = /nav|sidebar|menu|toc|redirects/i
/** Files that are navigation as a whole. */
const FILES =
  /(?:^|\/)(?:[\w.-]{0,100}sidebars?[\w.-]{0,100}|_meta(?:\.global)?|[\w-]{0,100}(?:nav|menu)[\w-]{0,100})\.[cm]?[jt]sx?$/i
const HTML = /<[a-z!/]|\{\{|\{%/i
const LITERAL =
  /^(?:String|Escape|Number|BooleanLiteral|null|ArrayExpression|ObjectExpression|Property|PropertyDefinition|LineComment|BlockComment)$/

/**
 * What a script does beside holding navigation: its code, with each literal of the navigation left out. Two texts with
 * the same one differ in their navigation alone. Undefined for a text that cannot be read for certain.
 */
export function codeOfNavigation(file: string, text: string): string | undefined {
  // Each of these ends a comment where the parser doesn't expect it.
  if (/\r(?!\n)|[\u2028\u2029]/.test(text)) return undefined
  const tree = parseScript(file, text)
  if (tree === undefined) return undefined
  const code: string[] = []
  let isValid = true
  const isWhole = FILES.test(file)
  /** Names of constants and functions that the navigation is made of. */
  const used = new Set<string>()
  // Each round finds the constants that those of the round before name.
  for (let known = -1; known < used.size; ) {
    known = used.size
    code.length = 0
    visit(tree.topNode, false)
  }
  return isValid ? code.join(' ') : undefined

  function visit(node: SyntaxNode, isNavigation: boolean): void {
    if (node.type.isError) isValid = false
    if (isNavigation && LITERAL.test(node.name)) {
      visitLiteral(node)
      return
    }
    if (isNavigation) noteNames(node)
    if (/Comment$/.test(node.name)) return
    if (node.firstChild === null || node.name === 'String' || node.name === 'TemplateString') {
      code.push(text.slice(node.from, node.to))
      return
    }
    for (let part = node.firstChild as SyntaxNode | null; part; part = part.nextSibling)
      visit(part, leadsToNavigation(part))
  }

  /** A literal leaves nothing but the code within it. */
  function visitLiteral(node: SyntaxNode): void {
    if (node.name === 'String') {
      const value = unquote(text.slice(node.from, node.to))
      // Text that a page shows as HTML, and addresses that run, are no navigation.
      if (HTML.test(value) || isActiveAddress(value)) code.push(JSON.stringify(value))
      return
    }
    if (node.name === 'Property') visitProperty(node)
    else
      for (const part of partsOf(node))
        if (/^[A-Z]|^null$/.test(part.name) || part.type.isError) visit(part, true)
  }

  function visitProperty(node: SyntaxNode): void {
    const [key, colon, value] = partsOf(node)
    const isPlain = key !== undefined && /^(?:PropertyDefinition|String|Number)$/.test(key.name)
    if (isPlain && colon?.name === ':' && value !== undefined && partsOf(node).length === 3) {
      const name = text.slice(key.from, key.to)
      if (/proto/.test(name) || /^["']?(?:html|className|component|render|hooks?|plugins?)["']?$/i.test(name))
        code.push(name)
      visit(value, true)
      return
    }
    // A spread, a method, or a computed key.
    code.push(text.slice(node.from, node.to))
    if (key?.name === 'Spread' && colon !== undefined) noteNames(colon)
  }

  /** `...guides`, `guides`, and `guides()` in a navigation. */
  function noteNames(node: SyntaxNode): void {
    const name = node.name === 'CallExpression' ? node.firstChild : node
    if (name?.name === 'VariableName') used.add(text.slice(name.from, name.to))
  }

  function leadsToNavigation(node: SyntaxNode): boolean {
    if (!/^(?:ArrayExpression|ObjectExpression)$/.test(node.name)) return false
    const parent = node.parent
    if (parent?.name === 'Property') {
      const key = parent.firstChild
      const name = key === null ? '' : text.slice(key.from, key.to).replace(/^["']|["']$/g, '')
      return key !== node && KEYS.test(name)
    }
    if (isWhole) return isExported(node)
    const name = declaredName(node) ?? ''
    return NAMES.test(name) || used.has(name)
  }

  /** The name of the constant or function that a value belongs to. */
  function declaredName(node: SyntaxNode): string | undefined {
    let at = node.parent
    while (
      at !== null &&
      /^(?:ParenthesizedExpression|BinaryExpression|ReturnStatement|Block)$/.test(at.name)
    )
      at = at.parent
    if (at?.name !== 'VariableDeclaration' && at?.name !== 'FunctionDeclaration') return undefined
    const before = at
      .getChildren('VariableDefinition')
      .filter(({ from }) => from < node.from)
      .at(-1)
    return before === undefined ? undefined : text.slice(before.from, before.to)
  }

  /** A value of a file that is navigation: what it exports, or a constant of it. */
  function isExported(node: SyntaxNode): boolean {
    let at = node.parent
    while (at !== null && /^(?:ParenthesizedExpression|BinaryExpression)$/.test(at.name)) at = at.parent
    if (at?.name === 'ExportDeclaration' || at?.name === 'VariableDeclaration') return true
    if (at?.name === 'AssignmentExpression') return /^module\.exports\s*=/.test(text.slice(at.from, at.to))
    return at?.name === 'Script'
  }
}

/** The least that a new file of navigation needs: one exported literal. */
export function isOnlyNavigation(file: string, text: string): boolean {
  if (!FILES.test(file)) return false
  const code = codeOfNavigation(file, text)
  return (
    code !== undefined &&
    /^(?:import type (?:[\w{},\s]+) from ['"][\w@/.-]+['"] ;?\s*)*(?:(?:const|export const) (\w+) (?:: [\w<>[\]. ]+ )?= ?;?\s*)?(?:export default|module \. exports =)(?: \1| (?:satisfies|as) \w+)?\s*;?$/.test(
      code.trim(),
    )
  )
}
