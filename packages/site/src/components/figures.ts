import { attribute, type ComponentRenderer, element, idOf } from './component.ts'

/** A picture with its caption. */
export const frame: ComponentRenderer = (component) => {
  const caption = attribute(component, 'caption', 'title')
  const hint = attribute(component, 'hint')
  return [
    element(
      'figure',
      idOf(component),
      hint === undefined ? undefined : element('p', {}, hint),
      ...component.children,
      caption === undefined ? undefined : element('figcaption', {}, caption),
    ),
  ]
}

export const image: ComponentRenderer = (component) => {
  const src = attribute(component, 'src', 'source')
  if (src === undefined) return component.children
  return [element('img', { src, alt: attribute(component, 'alt', 'title') ?? '' })]
}

/** A picture with its address and its caption in one. */
export const figure: ComponentRenderer = (component) => {
  const caption = attribute(component, 'caption')
  const text = caption === undefined ? undefined : element('figcaption', {}, caption)
  // A picture that a theme finds by a name of its own has no address.
  const hasAddress = /[./]/.test(attribute(component, 'src') ?? '')
  const shown = [...(hasAddress ? image(component) : []), ...component.children]
  return text === undefined ? shown : [element('figure', {}, ...shown, text)]
}

/** Films, sounds and embedded pages play elsewhere: a link leads there. */
export const embedded: ComponentRenderer = (component) => {
  const src = attribute(component, 'src', 'url', 'href')
  if (src === undefined) return component.children
  const title = attribute(component, 'title', 'alt') ?? src
  const link = element('a', { href: src }, title)
  return [component.isInline ? link : element('p', { className: ['embedded'] }, link)]
}
