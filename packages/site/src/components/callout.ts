import { CALLOUT_TONES as TONES } from '@docent/content'
import { attribute, type ComponentRenderer, element, idOf, takeTitle } from './component.ts'

/** Components whose attribute says which callout they are. */
const CALLOUT_CONTAINERS: readonly string[] = ['callout', 'aside', 'admonition', 'alert', 'docent-callout']

export const CALLOUTS: readonly string[] = [...Object.keys(TONES), ...CALLOUT_CONTAINERS].filter(
  // HTML has elements of these names.
  (name) => name !== 'summary',
)

export const callout: ComponentRenderer = (component) => {
  const named = component.name.toLowerCase()
  const kind =
    TONES[named] === undefined ? (attribute(component, 'type', 'variant', 'kind') ?? 'note') : named
  const tone = TONES[kind.toLowerCase()] ?? 'note'
  const { title: marked, rest } = takeTitle(component.children)
  const title = marked ?? [
    attribute(component, 'title', 'label') ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
  ]
  return [
    element(
      'div',
      { className: ['callout', `callout-${tone}`], role: 'note', ...idOf(component) },
      component.attributes.has('untitled')
        ? undefined
        : element('p', { className: ['callout-title'] }, ...title),
      ...rest,
    ),
  ]
}
