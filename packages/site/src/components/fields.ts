import type { ElementContent } from 'hast'
import { attribute, type Component, type ComponentRenderer, element, idOf, listed } from './component.ts'

/** A parameter or a field of a reply, with its type. */
export const field: ComponentRenderer = (component) => {
  const name = attribute(component, 'name', 'path', 'query', 'body', 'header', 'title')
  const type = attribute(component, 'type')
  const initial = attribute(component, 'default')
  const isRequired = has(component, 'required')
  return [
    element(
      'div',
      { className: ['field'], ...idOf(component) },
      element(
        'p',
        { className: ['field-name'] },
        ...labels(listed(component, 'pre')),
        name === undefined ? undefined : element('code', {}, name),
        type === undefined ? undefined : element('span', { className: ['field-type'] }, ` ${type}`),
        isRequired ? element('span', { className: ['field-required'] }, ' required') : undefined,
        has(component, 'deprecated')
          ? element('span', { className: ['field-required'] }, ' deprecated')
          : undefined,
        initial === undefined
          ? undefined
          : element('span', { className: ['field-type'] }, ` default: ${initial}`),
        ...labels(listed(component, 'post')),
      ),
      ...component.children,
    ),
  ]
}

function labels(text: string | undefined): ElementContent[] {
  return text === undefined ? [] : [element('span', { className: ['field-type'] }, ` ${text} `)]
}

/** A name with its value, such as a colour. */
export const namedValue: ComponentRenderer = (component) => {
  const name = attribute(component, 'name', 'title')
  const value = attribute(component, 'value')
  return [
    element(
      'p',
      idOf(component),
      name === undefined ? undefined : `${name} `,
      value === undefined ? undefined : element('code', {}, value),
    ),
  ]
}

/** An entry of a changelog. */
export const update: ComponentRenderer = (component) => {
  const label = attribute(component, 'label', 'title')
  const description = attribute(component, 'description')
  const tags = listed(component, 'tags')
  return [
    element(
      'section',
      { className: ['update'], ...idOf(component) },
      label === undefined ? undefined : element('p', { className: ['update-label'] }, label),
      description === undefined
        ? undefined
        : element('p', { className: ['update-description'] }, description),
      tags === undefined ? undefined : element('p', { className: ['update-description'] }, tags),
      ...component.children,
    ),
  ]
}

export const badge: ComponentRenderer = (component) => {
  const text = attribute(component, 'text', 'label', 'title')
  const children = component.children.length > 0 || text === undefined ? component.children : []
  return [element('span', { className: ['badge'] }, ...children, children.length > 0 ? undefined : text)]
}

/** A word with an explanation, which is shown in brackets: a pointer is not what every reader has. */
export const tooltip: ComponentRenderer = (component) => {
  const tip = attribute(component, 'tip', 'content')
  const explained = [attribute(component, 'headline'), tip].filter((text) => text !== undefined).join(': ')
  const [call, href] = [attribute(component, 'cta'), attribute(component, 'href')]
  const text = (value: string) => ({ type: 'text' as const, value })
  if (explained === '') return component.children
  if (call === undefined || href === undefined) return [...component.children, text(` (${explained})`)]
  return [...component.children, text(` (${explained}. `), element('a', { href }, call), text(')')]
}

function has({ attributes }: Component, name: string): boolean {
  const value = attributes.get(name)
  return value !== undefined && value !== 'false'
}
