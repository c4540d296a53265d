import { attribute, type ComponentRenderer, element, idOf } from './component.ts'

/** A box with the component's name around what it holds: a page never fails for a component. */
export const unknownComponent: ComponentRenderer = (component) => {
  const { name, isInline, children } = component
  const tag = isInline ? 'span' : 'div'
  return [
    element(
      tag,
      { className: ['component'], ...idOf(component) },
      element(isInline ? 'code' : 'p', { className: ['component-name'] }, `<${name}>`),
      ...children,
    ),
  ]
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
