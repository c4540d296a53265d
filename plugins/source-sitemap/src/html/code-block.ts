import type { Element, Nodes } from 'hast'
import { attribute, classesOf, findElement } from './tree.ts'

const LANGUAGE_CLASS = /^(?:language|lang|highlight-source|highlight|brush:?)-([\w+#.-]+)$/i
/** Lines of code that are elements of their own without a line break between them. */
const LINE_ELEMENTS = new Set(['div', 'li', 'tr', 'p'])
const NOT_CODE = /^(?:linenos?|line-numbers?|lineno|ln|gutter|copy(?:-button)?|sr-only|lang)$/i

/** A `pre` as `pre > code` with plain text and the class `language-…` that Markdown's fences are made of. */
export function codeBlock(pre: Element, parents: readonly Element[]): Element {
  const language = languageOf(pre, parents)
  const value = codeText(pre).replace(/^\n+|(?<!\s)\s+$/g, '')
  const properties = language === undefined ? {} : { className: [`language-${language}`] }
  return {
    type: 'element',
    tagName: 'pre',
    properties: {},
    children: [
      { type: 'element', tagName: 'code', properties, children: [{ type: 'text', value: `${value}\n` }] },
    ],
  }
}

/** On the block itself, on its code, or up to three elements around it. */
function languageOf(pre: Element, parents: readonly Element[]): string | undefined {
  const code = findElement(pre, ({ tagName }) => tagName === 'code')
  const around = parents.slice(-3).toReversed()
  for (const element of [pre, ...(code ? [code] : []), ...around]) {
    const named =
      attribute(element, 'dataLanguage') ??
      attribute(element, 'dataLang') ??
      classesOf(element).flatMap((name) => LANGUAGE_CLASS.exec(name)?.[1] ?? [])[0]
    if (named && !/^(?:plaintext|text|none|default|txt)$/i.test(named)) return named.toLowerCase()
  }
  return undefined
}

function codeText(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  if (node.tagName === 'br') return '\n'
  if (node.tagName === 'button' || node.tagName === 'svg') return ''
  if (classesOf(node).some((name) => NOT_CODE.test(name))) return ''
  let text = ''
  for (const child of node.children) {
    const part = codeText(child)
    const isLine = child.type === 'element' && LINE_ELEMENTS.has(child.tagName)
    if (isLine && text !== '' && !text.endsWith('\n')) text += '\n'
    text += part
    // An empty element is an empty line.
    if (isLine && !part.endsWith('\n')) text += '\n'
  }
  return text
}
