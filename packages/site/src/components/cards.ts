import type { ElementContent } from 'hast'
import { attribute, type ComponentRenderer, element, idOf } from './component.ts'

/** A card, whose title is a link where the card has an address. */
export const card: ComponentRenderer = (component) => {
  const href = attribute(component, 'href', 'to', 'link')
  const title = attribute(component, 'title', 'label') ?? href
  const description = attribute(component, 'description', 'desc')
  const call = attribute(component, 'cta')
  return [
    element(
      'div',
      { className: ['card'], ...idOf(component) },
      title === undefined
        ? undefined
        : element(
            'p',
            { className: ['card-title'] },
            href === undefined ? title : element('a', { href }, title),
          ),
      description === undefined ? undefined : element('p', {}, description),
      ...component.children,
      call === undefined || href === undefined ? undefined : element('p', {}, element('a', { href }, call)),
    ),
  ]
}

export const cards: ComponentRenderer = ({ children }) => [
  element('div', { className: ['cards'] }, ...children.filter(isElement)),
]

/** Steps of a task. Those with titles are items of a list; a list that the author wrote stays what it is. */
export const steps: ComponentRenderer = ({ children }) => {
  const parts = children.filter(isElement)
  const isList = parts.length > 0 && parts.every(isStep)
  return [
    element(isList ? 'ol' : 'div', { className: ['steps'] }, ...(isList ? parts : children.map(asDivision))),
  ]
}

export const step: ComponentRenderer = (component) => {
  const title = attribute(component, 'title', 'label')
  return [
    element(
      'li',
      { className: ['step'], ...idOf(component) },
      title === undefined ? undefined : element('p', { className: ['step-title'] }, title),
      ...component.children,
    ),
  ]
}

function isStep(node: ElementContent): boolean {
  return (
    node.type === 'element' &&
    Array.isArray(node.properties.className) &&
    node.properties.className[0] === 'step'
  )
}

/** An item needs a list around it. */
function asDivision(node: ElementContent): ElementContent {
  return node.type === 'element' && isStep(node) ? { ...node, tagName: 'div' } : node
}

function isElement(node: ElementContent): boolean {
  return node.type === 'element'
}

/** A link that looks like a button elsewhere. */
export const linkButton: ComponentRenderer = (component) => {
  const href = attribute(component, 'href', 'to', 'link')
  const title = attribute(component, 'title', 'label', 'text') ?? href ?? ''
  const children = component.children.flatMap((child) =>
    child.type === 'element' && child.tagName === 'p' ? child.children : [child],
  )
  const link = element('a', href === undefined ? {} : { href }, ...(children.length > 0 ? children : [title]))
  return [component.isInline ? link : element('p', {}, link)]
}
