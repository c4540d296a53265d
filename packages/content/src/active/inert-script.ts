import type { SyntaxNode, Tree } from '@lezer/common'
import { parseScript } from '../located/parse-script.ts'

/** Parts of a script that only are something: to read them runs nothing of anybody's. */
const INERT =
  /^(?:Script|SingleExpression|ExpressionStatement|ParenthesizedExpression|String|Escape|TemplateString|Interpolation(?:Start|End)?|Number|BooleanLiteral|null|RegExp|ArrayExpression|ObjectExpression|Property|PropertyDefinition|PropertyName|Spread|VariableName|MemberExpression|UnaryExpression|BinaryExpression|ConditionalExpression|LogicOp|ArithOp|CompareOp|BitOp|Equals|JSX\w+|LineComment|BlockComment)$/
/** Names with powers: the environment of the build, its modules, and what makes code of text. */
const POWERS =
  /^(?:process|globalThis|global|window|self|top|parent|frames|document|location|navigator|require|module|exports|import|Function|eval|Deno|Bun|Reflect|Proxy|constructor|__proto__|prototype|env|__\w+|this|arguments)$/
const JOINS = /^[^A-Za-z]*$/

/** True for an expression that runs nothing: literals, names, markup, and operators between them. */
export function isInertExpression(text: string): boolean {
  const trimmed = text.trim()
  // An empty expression, or one with comments alone.
  if (/^(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*$/.test(trimmed)) return true
  // A spread of attributes or children is none by itself.
  const spread = trimmed.startsWith('...') ? `[${trimmed}]` : trimmed
  const tree = parseScript('expression.jsx', `(${spread}\n)`)
  return tree !== undefined && isInertTree(tree, `(${spread}\n)`)
}

/** The call that an expression is, without what it gives: `t(…)`. Undefined unless it gives literals and names alone. */
export function calledName(text: string): string | undefined {
  const match = /^\s*([A-Za-z_$][\w$.]{0,200})\(([\s\S]*)\)\s*$/.exec(text)
  const [, name, given] = match ?? []
  if (name === undefined || given === undefined) return undefined
  if (name.split('.').some((word) => POWERS.test(word))) return undefined
  return isInertExpression(`[${given}]`) ? `${name}(…)` : undefined
}

function isInertTree(tree: Tree, text: string): boolean {
  let isInert = true
  tree.iterate({
    enter(node) {
      if (isInert) isInert = isInertNode(node.node, text)
      return isInert
    },
  })
  return isInert
}

export function isInertNode(node: SyntaxNode, text: string): boolean {
  if (node.type.isError) return false
  if (!INERT.test(node.name)) return JOINS.test(node.name)
  // No text of people is so long.
  const written = () => text.slice(node.from, Math.min(node.to, node.from + 60))
  if (/^(?:VariableName|PropertyName|JSXIdentifier)$/.test(node.name)) return !POWERS.test(written())
  if (node.name === 'UnaryExpression') return /^[-+!~]|^(?:void|typeof)\b/.test(written())
  if (node.name === 'BinaryExpression') return node.getChild('ArithOp')?.name !== '='
  return true
}
