import * as LANGUAGES from '@speed-highlight/core/languages'
import { type ShjLanguageData, tokenizeWith } from '@speed-highlight/core/tokenize'
import type { Element, ElementContent, Parents, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { element } from './components/component.ts'
import { fenceTitle } from './components/tabs.ts'

const COLOURED = new Map(Object.entries(LANGUAGES as Record<string, ShjLanguageData>))

const ALIASES: Readonly<Record<string, string>> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  terminal: 'bash',
  dockerfile: 'docker',
  javascript: 'js',
  jsx: 'js',
  mjs: 'js',
  cjs: 'js',
  jsonc: 'json',
  json5: 'json',
  markdown: 'md',
  mdx: 'md',
  python: 'py',
  rust: 'rs',
  typescript: 'ts',
  tsx: 'ts',
  vue: 'html',
  svelte: 'html',
  yml: 'yaml',
  golang: 'go',
  'c++': 'c',
  cpp: 'c',
}

/** Longer blocks stay plain: colours help to read, and nobody reads so much. */
const LONGEST = 50_000

/** Colours blocks of code by classes, gives them their title, and lets the keyboard scroll them. */
export function highlightCode(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'pre' || parent === undefined || index === undefined) return undefined
    const code = node.children.find((child) => child.type === 'element')
    const language = code === undefined ? undefined : languageOf(code)
    const title = code === undefined || inTab(parent) ? undefined : fenceTitle(code)
    if (code !== undefined) {
      code.children = tokensOf(textOf(code), language)
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

function tokensOf(source: string, written: string | undefined): ElementContent[] {
  const plain: ElementContent[] = [{ type: 'text', value: source }]
  const name = written === undefined ? undefined : (ALIASES[written] ?? written)
  const language = name === undefined ? undefined : COLOURED.get(name)
  if (language === undefined || source.length > LONGEST) return plain
  const tokens: ElementContent[] = []
  tokenizeWith(
    source,
    language,
    (text, type) =>
      tokens.push(
        type === undefined
          ? { type: 'text', value: text }
          : element('span', { className: [`t-${type}`] }, text),
      ),
    { languages: Object.fromEntries(COLOURED) },
  )
  return tokens
}

function languageOf({ properties }: Element): string | undefined {
  const names = Array.isArray(properties.className) ? properties.className.map(String) : []
  return names
    .find((name) => name.startsWith('language-'))
    ?.slice('language-'.length)
    .toLowerCase()
}

/** The tab has the title of its code already. */
function inTab(parent: Parents): boolean {
  if (parent.type !== 'element' || !Array.isArray(parent.properties.className)) return false
  return parent.properties.className[0] === 'tab'
}
