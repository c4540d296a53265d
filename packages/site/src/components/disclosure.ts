import { attribute, type ComponentRenderer, element, idOf } from './component.ts'

/** A part that a reader opens. */
export const disclosure: ComponentRenderer = (component) => {
  const title = attribute(component, 'title', 'summary', 'label') ?? 'Details'
  const isOpen =
    component.attributes.has('defaultopen') && component.attributes.get('defaultopen') !== 'false'
  return [
    element(
      'details',
      { ...(isOpen ? { open: true } : {}), ...idOf(component) },
      element('summary', {}, title),
      ...component.children,
    ),
  ]
}

/** Parts that belong together and need no mark of their own. */
export const group: ComponentRenderer = ({ children }) => [
  element('div', { className: ['group'] }, ...children),
]

/** What only arranges its content, or says where it is shown. */
export const transparent: ComponentRenderer = ({ children }) => children

/** What has nothing to read: icons, styles and scripts. */
export const nothing: ComponentRenderer = () => []
