import type { Element, Nodes, Parents } from 'hast'

/** Class names of an element. */
export function classesOf({ properties }: Element): string[] {
  const { className } = properties
  return Array.isArray(className) ? className.map(String) : []
}

/** An attribute as text; undefined when it is absent. */
export function attribute({ properties }: Element, name: string): string | undefined {
  const value = properties[name]
  if (value === undefined || value === null || value === false) return undefined
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** All text of a node, as it stands. */
export function textOf(node: Nodes): string {
  let text = ''
  const stack: Nodes[] = [node]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === 'text') text += next.value
    else if ('children' in next) stack.push(...next.children.toReversed())
  }
  return text
}

/** Every element below a node, in the order of the document. */
export function* elements(node: Nodes): Generator<Element> {
  const stack: Nodes[] = 'children' in node ? node.children.toReversed() : []
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === 'element') yield next
    if ('children' in next) stack.push(...next.children.toReversed())
  }
}

/** The first element below a node that fits. */
export function findElement(node: Nodes, fits: (element: Element) => boolean): Element | undefined {
  for (const element of elements(node)) if (fits(element)) return element
  return undefined
}

/**
 * Walks down a tree and puts in the place of each element what `change` answers: undefined leaves it, and what is
 * below it is walked; an empty list takes it out.
 */
export function rewrite(
  root: Parents,
  change: (element: Element, parents: readonly Element[]) => Nodes[] | undefined,
) {
  const walk = (parent: Parents, parents: readonly Element[]) => {
    const children: Nodes[] = []
    for (const child of parent.children) {
      const changed = child.type === 'element' ? change(child, parents) : undefined
      if (changed !== undefined) children.push(...changed)
      else {
        if (child.type === 'element') walk(child, [...parents, child])
        children.push(child)
      }
    }
    parent.children = children as typeof parent.children
  }
  walk(root, root.type === 'element' ? [root] : [])
}
