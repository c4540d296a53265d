import { card } from './cards.ts'
import { attribute, type ComponentRenderer, element, idOf } from './component.ts'

/** What it holds, and nothing else: only its site knows the rest. One with a title and an address is a card. */
export const unknownComponent: ComponentRenderer = (component) => {
  const { isInline, children, id } = component
  const isEmpty = children.every((child) => child.type === 'text' && child.value.trim() === '')
  if (isEmpty && attribute(component, 'title') && attribute(component, 'href', 'to', 'link'))
    return card(component)
  if (isEmpty && id === undefined) return []
  return [element(isInline ? 'span' : 'div', idOf(component), ...children)]
}

/** What a shortcode of a site's own holds. One that holds nothing is named, so that nobody misses it unawares. */
export const unknownShortcode: ComponentRenderer = (component) => {
  const { children, isInline } = component
  if (children.some((child) => child.type !== 'text' || child.value.trim() !== '')) return children
  const name = attribute(component, 'name') ?? ''
  return [
    element(isInline ? 'span' : 'div', { className: ['component'] }, attribute(component, 'title') ?? name),
  ]
}
