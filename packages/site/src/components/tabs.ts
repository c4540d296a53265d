import type { Element, ElementContent } from 'hast'
import { attribute, type ComponentRenderer, element, idOf } from './component.ts'

/** Sections with titles, one under the other; the page's script makes them tabs. */
export const tabs: ComponentRenderer = ({ children }) => [
  element('div', { className: ['tabs'] }, ...children.filter(({ type }) => type === 'element').map(asTab)),
]

export const tab: ComponentRenderer = (component) => {
  const title = attribute(component, 'title', 'label', 'name', 'value') ?? 'Tab'
  return [section(title, component.children, idOf(component))]
}

/** Blocks of code, each with the title of its fence as a tab. */
export const codeGroup: ComponentRenderer = tabs

function section(title: string, children: ElementContent[], id: { id?: string } = {}): Element {
  return element(
    'section',
    { className: ['tab'], ...id },
    element('p', { className: ['tab-title'] }, title),
    ...children,
  )
}

function asTab(node: ElementContent, at: number): ElementContent {
  if (node.type !== 'element') return node
  if (classOf(node) === 'tab') return node
  const code = node.tagName === 'pre' ? node.children.find((child) => child.type === 'element') : undefined
  const title = code === undefined ? undefined : fenceTitle(code)
  return section(title ?? languageOf(code) ?? `${at + 1}`, [node])
}

const LONGEST_META = 500

/** The title that an author gave to a fence: `title="npm"`, or the words behind its language. */
export function fenceTitle({ properties }: Element): string | undefined {
  const meta = typeof properties.dataMeta === 'string' ? properties.dataMeta.slice(0, LONGEST_META) : ''
  const named = /(?:^|\s)(?:title|filename|name)=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(meta)
  if (named !== null) return named[1] ?? named[2] ?? named[3]
  const bracket = /\[([^\]]+)\]/.exec(meta)
  if (bracket !== null) return bracket[1]
  const words = meta
    .replaceAll(
      /\{[^}]*\}|\S+=(?:"[^"]*"|'[^']*'|\S+)|\b(?:showLineNumbers|lines|wrap|expandable|icon)\b/g,
      '',
    )
    .trim()
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
