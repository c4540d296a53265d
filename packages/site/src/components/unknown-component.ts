import { type ComponentRenderer, element, idOf } from './component.ts'

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
