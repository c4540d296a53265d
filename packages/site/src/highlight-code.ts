import * as LANGUAGES from '@speed-highlight/core/languages'
import type { Element, ElementContent, Parents, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { type CodeLanguages, tokensOf } from './code-tokens.ts'
import { element } from './components/component.ts'
import { fenceTitle } from './components/tabs.ts'

/** A module is no object with a prototype: spread, its names are all there are. */
const LANGUAGES_BY_NAME: CodeLanguages = { ...(LANGUAGES as CodeLanguages) }

/** Colours blocks of code by classes, gives them their title, and lets the keyboard scroll them. */
export function highlightCode(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'pre' || parent === undefined || index === undefined) return undefined
    const code = node.children.find((child) => child.type === 'element')
    const language = code === undefined ? undefined : languageOf(code)
    const written = code === undefined ? undefined : fenceTitle(code)
    const title = written === tabTitle(parent) ? undefined : written
    if (code !== undefined) {
      code.children = colouredCode(textOf(code), language)
      delete code.properties.dataMeta
    }
    node.properties = { tabIndex: 0 }
    parent.children[index] = element(
      'div',
      { className: ['code'] },
      title === undefined ? undefined : element('p', { className: ['code-title'] }, title),
      node,
    )
    return [SKIP, index + 1]
  })
}

function colouredCode(source: string, language: string | undefined): ElementContent[] {
  const tokens = language === undefined ? undefined : tokensOf(source, language, LANGUAGES_BY_NAME)
  return (tokens ?? [{ text: source, type: undefined }]).map(({ text, type }) =>
    type === undefined ? { type: 'text', value: text } : element('span', { className: [`t-${type}`] }, text),
  )
}

function languageOf({ properties }: Element): string | undefined {
  const names = Array.isArray(properties.className) ? properties.className.map(String) : []
  const written = names.find((name) => name.startsWith('language-'))?.slice('language-'.length)
  // Some authors write more than a language: `js{1,3}`, `ts:line-numbers`, `rust,ignore`.
  return written === undefined ? undefined : /^[\w+#-]*/.exec(written)?.[0]
}

/** The title of a tab around it, which may be that of the code. */
function tabTitle(parent: Parents): string | undefined {
  if (parent.type !== 'element' || !Array.isArray(parent.properties.className)) return undefined
  const [first] = parent.children
  return parent.properties.className[0] === 'tab' && first?.type === 'element' ? textOf(first) : undefined
}
