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
  const written = attribute(component, 'title', 'label')
  const kindName = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
  const title = marked ?? [written ?? kindName]
  const isUntitled =
    component.attributes.has('untitled') ||
    (marked === undefined && written === undefined && (named === 'callout' || TONES[named] !== undefined))
  return [
    element(
      'div',
      {
        className: ['callout', `callout-${tone}`],
        role: 'note',
        ...(isUntitled ? { ariaLabel: kindName } : {}),
        ...idOf(component),
      },
      isUntitled ? undefined : element('p', { className: ['callout-title'] }, ...title),
      ...rest,
    ),
  ]
}
