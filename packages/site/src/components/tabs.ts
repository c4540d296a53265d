import type { Element, ElementContent } from 'hast'
import { attribute, type ComponentRenderer, element, idOf, takeTitle } from './component.ts'

/** Sections with titles, one under the other; the page's script makes them tabs. */
export const tabs: ComponentRenderer = (component) => {
  // `items={['npm', 'pnpm']}` names tabs that have no names of their own.
  const items = attribute(component, 'items')?.split('\n') ?? []
  const sections = component.children.filter(({ type }) => type === 'element').map(asTab)
  return [element('div', { className: ['tabs'] }, ...sections.map((node, at) => named(node, items[at])))]
}

const UNNAMED = 'Tab'

function named(node: ElementContent, title: string | undefined): ElementContent {
  const first = node.type === 'element' ? node.children[0] : undefined
  const isUnnamed =
    first?.type === 'element' && first.children[0]?.type === 'text' && first.children[0].value === UNNAMED
  if (isUnnamed && title !== undefined) first.children = [{ type: 'text', value: title }]
  return node
}

export const tab: ComponentRenderer = (component) => {
  const { title: marked, rest } = takeTitle(component.children)
  const title = marked ?? [attribute(component, 'title', 'label', 'name', 'value') ?? UNNAMED]
  return [section(title, rest, idOf(component))]
}

/** Blocks of code, each with the title of its fence as a tab. */
export const codeGroup: ComponentRenderer = tabs

function section(
  title: readonly (ElementContent | string)[],
  children: ElementContent[],
  id: { id?: string } = {},
): Element {
  return element(
    'section',
    { className: ['tab'], ...id },
    element('p', { className: ['tab-title'] }, ...title),
    ...children,
  )
}

function asTab(node: ElementContent, at: number): ElementContent {
  if (node.type !== 'element') return node
  if (classOf(node) === 'tab') return node
  const code = node.tagName === 'pre' ? node.children.find((child) => child.type === 'element') : undefined
  const title = code === undefined ? undefined : fenceTitle(code)
  return section([title ?? languageOf(code) ?? `${at + 1}`], [node])
}

const LONGEST_META = 500
/** What generators take behind a language besides a title: lines, looks, and what to do with the code. */
const NO_TITLE =
  /\{[^}]*\}|\S+=(?:"[^"]*"|'[^']*'|\{[^}]*\}|\S+)|(?<!\S)(?:"[^"]*"|'[^']*'|\/[^/]+\/|:?(?:no-)?line-numbers\S*|showLineNumbers|noLineNumbers|lines|wrap|expandable|icon|live|twoslash|npm2yarn|noInline|no-transpile|no_run|ignore|copy|annotate|focus|runnable)(?!\S)/g

/** The title that an author gave to a fence: `title="npm"`, or the words behind its language. */
export function fenceTitle({ properties }: Element): string | undefined {
  const meta = typeof properties.dataMeta === 'string' ? properties.dataMeta.slice(0, LONGEST_META) : ''
  const named = /(?:^|\s)(?:title|filename|name)=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(meta)
  if (named !== null) return named[1] ?? named[2] ?? named[3]
  const bracket = /\[([^\]]+)\]/.exec(meta)
  if (bracket !== null) return bracket[1]
  const words = meta.replaceAll(NO_TITLE, '').trim()
  return words === '' ? undefined : words
}

function languageOf(code: Element | undefined): string | undefined {
  const names = Array.isArray(code?.properties.className) ? code.properties.className : []
  const language = names.map(String).find((name) => name.startsWith('language-'))
  return language?.slice('language-'.length)
}

function classOf({ properties }: Element): unknown {
  return Array.isArray(properties.className) ? properties.className[0] : undefined
}
