import type { Element, ElementContent, Root } from 'hast'
import { raw } from 'hast-util-raw'
import type { Code, Nodes } from 'mdast'
import type { MdxFlowExpression, MdxTextExpression } from 'mdast-util-mdx-expression'
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx'
import { defaultHandlers, toHast as mdastToHast, type State } from 'mdast-util-to-hast'
import { literalOf } from './literal-of.ts'
import type { ParsedMarkdown } from './parse-markdown.ts'

/** Name and attributes of a JSX element, as far as they are text. */
export interface JsxData {
  name: string
  attributes: ReadonlyMap<string, string>
  isInline: boolean
}

declare module 'hast' {
  interface ElementData {
    jsx?: JsxData
  }
}

/** Nothing but comments, each up to its first end. */
const COMMENTS = /^(?:\s|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*$/

type Jsx = MdxJsxFlowElement | MdxJsxTextElement
type Expression = MdxFlowExpression | MdxTextExpression

/** The HTML tree of a page before it is sanitized. JSX elements carry what they are in `data.jsx`. */
export function toHast({ tree, isMdx, isFileOfMdx }: ParsedMarkdown): Root {
  const expression = isFileOfMdx ? literalExpression : writtenExpression
  const hast = mdastToHast(tree as Nodes, {
    allowDangerousHtml: !isMdx,
    clobberPrefix: 'note-',
    handlers: {
      code,
      mdxJsxFlowElement: jsx,
      mdxJsxTextElement: jsx,
      mdxFlowExpression: expression,
      mdxTextExpression: expression,
      mdxjsEsm: () => undefined,
    },
  })
  const root: Root = hast.type === 'root' ? hast : { type: 'root', children: [hast as ElementContent] }
  if (isMdx) return root
  const parsed = raw(root)
  return parsed.type === 'root' ? parsed : { type: 'root', children: [parsed as ElementContent] }
}

/** A fence of `math` is a formula. Keeps what stands behind the language of another: raw HTML is parsed anew, and would lose it as data. */
function code(state: State, node: Code): Element {
  if (node.lang === 'math')
    return {
      type: 'element',
      tagName: 'docent-math',
      properties: { display: 'true', tex: encodeURIComponent(node.value.toWellFormed()) },
      children: [],
    }
  const made = defaultHandlers.code(state, node)
  const inner = made.children[0]
  if (inner?.type === 'element' && node.meta) inner.properties.dataMeta = node.meta
  return made
}

function jsx(state: State, node: Jsx): Element | ElementContent[] {
  // A fragment: `<>…</>`.
  if (node.name === null) return state.all(node)
  const attributes = new Map<string, string>()
  for (const attribute of node.attributes) {
    if (attribute.type !== 'mdxJsxAttribute') continue
    const value = literalList(attribute.value)?.join('\n') ?? attributeText(attribute.value)
    if (value !== undefined) attributes.set(attribute.name.toLowerCase(), value)
  }
  const isInline = node.type === 'mdxJsxTextElement'
  // Some parsers of HTML say that `position` is always there.
  const data = { position: {}, jsx: { name: node.name, attributes, isInline } }
  const made: Element = {
    type: 'element',
    tagName: node.name.toLowerCase(),
    properties: {},
    children: state.all(node),
    data,
  }
  state.patch(node, made)
  return made
}

function attributeText(value: Jsx['attributes'][number]['value'] | undefined): string | undefined {
  if (value === null || value === undefined) return 'true'
  return typeof value === 'string' ? value : literalOf(value.value)
}

/** `{['npm', 'pnpm']}` */
function literalList(value: Jsx['attributes'][number]['value'] | undefined): string[] | undefined {
  const written =
    typeof value === 'object' ? /^\s*\[([\s\S]{0,2000})\]\s*$/.exec(value?.value ?? '')?.[1] : undefined
  return written === undefined
    ? undefined
    : [...written.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, double, single]) => double ?? single ?? '')
}

/** A text that is written as an expression is a text; any other expression is code, which no reader sees. */
function literalExpression(_state: State, { value }: Expression): ElementContent | undefined {
  const literal = COMMENTS.test(value) ? undefined : literalOf(value)
  return literal === undefined ? undefined : { type: 'text', value: literal }
}

/** Components in an expression, and functions that make them. */
const MADE = /=>|<\/|\/>/

/** Where braces may be text, what is hardly code is shown as it is written. */
function writtenExpression(state: State, node: Expression): ElementContent | undefined {
  const { type, value } = node
  const literal = literalExpression(state, node)
  if (literal !== undefined || COMMENTS.test(value) || MADE.test(value)) return literal
  const written: Element = {
    type: 'element',
    tagName: 'code',
    properties: { className: ['expression'] },
    children: [{ type: 'text', value: `{${value.trim()}}` }],
  }
  if (type === 'mdxTextExpression') return written
  return { type: 'element', tagName: 'p', properties: {}, children: [written] }
}
