import type { ElementContent } from 'hast'
import { attribute, type Component, type ComponentRenderer, element, idOf, takeTitle } from './component.ts'

/** A part that a reader opens. */
export const disclosure: ComponentRenderer = (component) => {
  const { title: marked, rest } = takeTitle(component.children)
  const title = marked ?? [attribute(component, 'title', 'summary', 'label') ?? 'Details']
  const isOpen =
    component.attributes.has('defaultopen') && component.attributes.get('defaultopen') !== 'false'
  return [
    element(
      'details',
      { ...(isOpen ? { open: true } : {}), ...idOf(component) },
      element('summary', {}, ...title),
      ...described(component, 'description'),
      ...rest,
    ),
  ]
}

/** What says of itself what it holds: a text to copy, or a list of colours. */
export const describedGroup: ComponentRenderer = (component) => [
  element(
    'div',
    { className: ['group'] },
    ...described(component, 'description', 'title'),
    ...component.children,
  ),
]

function described(component: Component, ...names: readonly string[]): ElementContent[] {
  const description = attribute(component, ...names)
  return description === undefined ? [] : [element('p', {}, description)]
}

/** Parts that belong together and need no mark of their own. */
export const group: ComponentRenderer = ({ children }) => [
  element('div', { className: ['group'] }, ...children),
]

/** A container with a title of its own, whatever its author meant by it. */
export const titledGroup: ComponentRenderer = (component) => {
  const { title: marked, rest } = takeTitle(component.children)
  const plain = attribute(component, 'title')
  const title = marked ?? (plain === undefined ? undefined : [plain])
  if (title === undefined) return rest
  return [
    element('div', { className: ['group'] }, element('p', {}, element('strong', {}, ...title)), ...rest),
  ]
}

/** What only arranges its content, or says where it is shown. */
export const transparent: ComponentRenderer = ({ children }) => children

/** What has nothing to read: icons, styles and scripts. */
export const nothing: ComponentRenderer = () => []

/** What its author writes for programs that read Markdown is not on the page. */
export const visibility: ComponentRenderer = (component) =>
  attribute(component, 'for') === 'agents' ? [] : component.children
