import { attribute, type ComponentRenderer, element } from './component.ts'

/** A tree of files: a list that the author wrote, or components for folders and files. */
export const fileTree: ComponentRenderer = ({ children }) => {
  const hasItems = children.some((child) => child.type === 'element' && child.tagName === 'li')
  return hasItems ? [element('ul', {}, ...children)] : children
}

export const fileTreeEntry: ComponentRenderer = (component) => {
  const name = element('code', {}, attribute(component, 'name', 'title') ?? '')
  const inside = component.children.filter(({ type }) => type === 'element')
  return [element('li', {}, name, inside.length === 0 ? undefined : element('ul', {}, ...inside))]
}
