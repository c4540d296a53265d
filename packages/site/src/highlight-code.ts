import * as LANGUAGES from '@speed-highlight/core/languages'
import type { Element, Parents, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { type CodeLanguages, type CodeToken, tokensOf } from './code-tokens.ts'
import { element } from './components/component.ts'
import { fenceTitle } from './components/tabs.ts'
import { markedLines, withMarkedLines } from './mark-lines.ts'

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
      code.children = withMarkedLines(piecesOf(textOf(code), language), markedLines(metaOf(code)))
      delete code.properties.dataMeta
      if (language !== undefined) code.properties.className = [`language-${language}`]
    }
    node.properties = { tabIndex: 0 }
    parent.children[index] = element(
      'div',
      { className: language === DIAGRAM ? ['code', 'diagram'] : ['code'] },
      title === undefined ? undefined : element('p', { className: ['code-title'] }, title),
      node,
    )
    return [SKIP, index + 1]
  })
}

/** The page's script draws it: https://mermaid.js.org. */
const DIAGRAM = 'mermaid'

function piecesOf(source: string, language: string | undefined): CodeToken[] {
  const tokens = language === undefined ? undefined : tokensOf(source, language, LANGUAGES_BY_NAME)
  return tokens ?? [{ text: source, type: undefined }]
}

/** What stands behind the language, and right at it: `js{1,3}`. */
function metaOf({ properties }: Element): string {
  const names = Array.isArray(properties.className) ? properties.className.map(String) : []
  const written = names.find((name) => name.startsWith('language-')) ?? ''
  return `${written} ${typeof properties.dataMeta === 'string' ? properties.dataMeta : ''}`
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
