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

/** The id of a component, where it has one. */
export function idOf({ id }: Component): { id?: string } {
  return id === undefined ? {} : { id }
}
