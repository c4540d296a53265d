import { attribute, type ComponentRenderer, element, idOf, takeTitle } from './component.ts'

type Tone = 'note' | 'tip' | 'warning' | 'danger' | 'success'

/** Names that documentation generators give to callouts, by what they mean. */
const TONES: Readonly<Record<string, Tone>> = {
  note: 'note',
  info: 'note',
  information: 'note',
  abstract: 'note',
  summary: 'note',
  important: 'note',
  seealso: 'note',
  question: 'note',
  example: 'note',
  quote: 'note',
  tldr: 'note',
  help: 'note',
  faq: 'note',
  cite: 'note',
  tip: 'tip',
  hint: 'tip',
  check: 'success',
  done: 'success',
  success: 'success',
  warning: 'warning',
  warn: 'warning',
  caution: 'warning',
  attention: 'warning',
  danger: 'danger',
  error: 'danger',
  bug: 'danger',
  failure: 'danger',
  fail: 'danger',
  missing: 'danger',
}

/** Words by which authors say what a callout is. */
export const CALLOUT_KINDS: ReadonlySet<string> = new Set(Object.keys(TONES))

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
