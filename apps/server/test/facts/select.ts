import type { Element, ElementContent, Nodes } from 'hast'

/** `nav.menu`, `[class*=generated]`, `a[href], summary`: what one element is, without what is around it. */
export type Selector = string

const PART =
  /(?<tag>^[a-z][\w-]*)|\.(?<name>[\w-]+)|#(?<id>[\w-]+)|\[(?<key>[\w-]+)(?:(?<how>[*^]?)=(?<value>[^\]]+))?\]/g

export function isSelected(node: Nodes, selector: Selector): node is Element {
  return node.type === 'element' && selector.split(',').some((each) => fits(node, each.trim()))
}

function fits(node: Element, selector: string): boolean {
  const parts = [...selector.matchAll(PART)]
  if (parts.map(([text]) => text).join('') !== selector)
    throw new Error(`Can't read the selector ${selector}.`)
  return parts.every(({ groups: { tag, name, id, key, how, value } = {} }) => {
    if (tag !== undefined) return node.tagName === tag
    if (name !== undefined) return attribute(node, 'class')?.split(/\s+/).includes(name) ?? false
    if (id !== undefined) return node.properties.id === id
    const found = attribute(node, key ?? '')
    if (found === undefined || value === undefined) return found !== undefined
    return how === '*' ? found.includes(value) : how === '^' ? found.startsWith(value) : found === value
  })
}

export function attribute({ properties }: Element, name: string): string | undefined {
  const key = NAMES[name] ?? name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const value = properties[key]
  if (value === undefined || value === null || value === false) return undefined
  return Array.isArray(value) ? value.join(' ') : String(value)
}

const NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  'http-equiv': 'httpEquiv',
  for: 'htmlFor',
  'aria-haspopup': 'ariaHasPopup',
}

/** Elements that fit, in the order of the page, with the elements around each, outermost first. */
export function* selected(
  node: Nodes,
  selector: Selector,
  around: readonly Element[] = [],
): Generator<{ node: Element; around: readonly Element[] }> {
  if (isSelected(node, selector)) yield { node, around }
  if (!('children' in node)) return
  const inside = node.type === 'element' ? [...around, node] : around
  for (const child of node.children) yield* selected(child, selector, inside)
}

export function firstOf(node: Nodes, selector: Selector): Element | undefined {
  for (const { node: found } of selected(node, selector)) return found
  return undefined
}

/** The element without the children that are dropped, at any depth. */
export function without(node: Element, drop: (child: ElementContent) => boolean): Element {
  const children = node.children
    .filter((child) => !drop(child))
    .map((child) => (child.type === 'element' ? without(child, drop) : child))
  return { ...node, children }
}

const INLINE =
  /^(?:a|abbr|b|bdi|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var)$/

/**
 * Its words: blocks stand apart, and a word with marks in it is one.
 * @param apart other elements that stand apart
 */
export function textOf(node: Nodes, apart?: Selector): string {
  if (node.type === 'text') return node.value
  if (!('children' in node)) return ''
  const text = node.children.map((child) => textOf(child, apart)).join('')
  if (node.type !== 'element') return text
  const isApart = !INLINE.test(node.tagName) || (apart !== undefined && isSelected(node, apart))
  return isApart ? ` ${text} ` : text
}

export function squeezed(text: string): string {
  return text
    .replace(/[\u200b¶]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
