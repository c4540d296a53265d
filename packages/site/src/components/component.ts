import type { Element, ElementContent } from 'hast'

/** A component as an author wrote it: `<Card title="Install">…</Card>`. */
export interface Component {
  /** As it is written in MDX; in lower case where a page is Markdown. */
  name: string
  /** Values that are text, by their name in lower case. What only a build knows is left out. */
  attributes: ReadonlyMap<string, string>
  children: ElementContent[]
  /** Where links to it lead; absent when it has no title. */
  id?: string
  /** It stands within a line of text. */
  isInline: boolean
}

/** What stands for a component in a page. */
export type ComponentRenderer = (component: Component) => ElementContent[]

export function element(
  tagName: string,
  properties: Element['properties'],
  ...children: (ElementContent | string | undefined)[]
): Element {
  return {
    type: 'element',
    tagName,
    properties,
    children: children
      .filter((child) => child !== undefined)
      .map((child) => (typeof child === 'string' ? { type: 'text', value: child } : child)),
  }
}

/** The first attribute that is there and says something. */
export function attribute({ attributes }: Component, ...names: readonly string[]): string | undefined {
  return names.map((name) => attributes.get(name)?.trim()).find((value) => value)
}

/** The texts of an attribute that is a list, `tags={['a', 'b']}`, or one text. */
export function listed(component: Component, name: string): string | undefined {
  return attribute(component, name)?.split('\n').join(', ')
}

/** The id of a component, where it has one. */
export function idOf({ id }: Component): { id?: string } {
  return id === undefined ? {} : { id }
}

/** The title of a component with marks in it, which stands at its beginning, and what follows it. */
export function takeTitle(children: readonly ElementContent[]): {
  title?: ElementContent[]
  rest: ElementContent[]
} {
  const at = children.findIndex((child) => child.type !== 'text' || child.value.trim() !== '')
  const first = children[at]
  const only =
    first?.type === 'element' && first.tagName === 'p' && first.children.length === 1
      ? first.children[0]
      : first
  if (only?.type !== 'element' || !isTitle(only)) return { rest: [...children] }
  return { title: only.children, rest: children.slice(at + 1) }
}

const TITLE = 'docent-title'

function isTitle({ properties }: Element): boolean {
  return Array.isArray(properties.className) && properties.className[0] === TITLE
}

/** `<docent-title>`, which the component around it takes. */
export const titleElement: ComponentRenderer = ({ children }) => [
  element('span', { className: [TITLE] }, ...children.flatMap(withoutParagraph)),
]

function withoutParagraph(node: ElementContent): ElementContent[] {
  return node.type === 'element' && node.tagName === 'p' ? node.children : [node]
}
