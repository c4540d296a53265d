import type { Element, ElementContent, Root, RootContent } from 'hast'
import type { Component } from './components/component.ts'
import { KNOWN_COMPONENTS } from './components/known-components.ts'
import { unknownComponent } from './components/unknown-component.ts'
import { HTML_ELEMENTS } from './html-schema.ts'
import { themeOf } from './theme-of.ts'

const DEEPEST = 100
/** Attributes of HTML elements in JSX whose names are not those of the tree. */
const PROPERTY_NAMES: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' }

/** Puts plain HTML in the place of every component. What an author says about looks and scripts goes. */
export function convertComponents(tree: Root): void {
  tree.children = tree.children.flatMap((child) => convert(child, 0) as RootContent[])
}

function convert(node: RootContent | ElementContent, depth: number): ElementContent[] {
  if (node.type === 'text') return [node]
  if (node.type !== 'element' || depth > DEEPEST) return []
  const children = node.children.flatMap((child) => convert(child, depth + 1))
  const jsx = node.data?.jsx
  // Boxes of task lists are the one kind of field that a page may have.
  if (node.tagName === 'input' && node.properties.type !== 'checkbox') return []
  const isComponent = jsx === undefined ? !HTML_ELEMENTS.has(node.tagName) : !HTML_ELEMENTS.has(jsx.name)
  if (!isComponent) return [plainElement(node, children)]
  const component: Component = {
    name: jsx?.name ?? node.tagName,
    attributes: jsx?.attributes ?? attributesOf(node),
    children,
    isInline: jsx?.isInline ?? false,
    ...(typeof node.properties.id === 'string' ? { id: node.properties.id } : {}),
  }
  const render = KNOWN_COMPONENTS.get(component.name.toLowerCase()) ?? unknownComponent
  return render(component)
}

/** Classes are ours alone, but for the language of code and the marks of task lists and footnotes. */
function plainElement(node: Element, children: ElementContent[]): Element {
  const properties: Element['properties'] = { ...node.properties }
  for (const [name, value] of node.data?.jsx?.attributes ?? [])
    if (name !== 'classname') properties[PROPERTY_NAMES[name] ?? name] = value
  // The older way to name a place: https://html.spec.whatwg.org/multipage/obsolete.html#attr-a-name. Names themselves are
  // not kept, because scripts find elements by them.
  if ((node.data?.jsx?.name ?? node.tagName) === 'a' && typeof properties.name === 'string')
    properties.id ??= properties.name
  const classes = Array.isArray(properties.className) ? properties.className.map(String) : []
  const kept = classes.filter(
    (name) =>
      (node.tagName === 'code' && (name.startsWith('language-') || name === 'expression')) ||
      /^(?:contains-task-list|task-list-item|footnotes|sr-only)$/.test(name),
  )
  const written = node.data?.jsx?.attributes.get('classname') ?? classes.join(' ')
  const theme = themeOf(written, { ...node, properties })
  if (theme !== undefined) kept.push(`only-${theme}`)
  delete properties.className
  if (kept.length > 0) properties.className = kept
  // A browser ends a paragraph where a block begins in it.
  const tagName = node.tagName === 'p' && children.some(isBlock) ? 'div' : node.tagName
  return { type: 'element', tagName, properties, children }
}

const BLOCKS = /^(?:blockquote|details|div|dl|figure|h[1-6]|hr|li|ol|p|pre|section|table|ul)$/

function isBlock(node: ElementContent): boolean {
  return node.type === 'element' && BLOCKS.test(node.tagName)
}

/** Of an element that the HTML parser does not know: its properties are the attributes in lower case. */
function attributesOf({ properties }: Element): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(properties).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === null || value === false
        ? []
        : [
            [
              name.toLowerCase(),
              Array.isArray(value)
                ? value.join(' ')
                : value === true || value === ''
                  ? 'true'
                  : String(value),
            ],
          ],
    ),
  )
}
