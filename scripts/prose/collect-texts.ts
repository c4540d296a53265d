import { globSync, readFileSync } from 'node:fs'

/** What a text is: each kind has its own limits. */
export type TextKind = 'page' | 'message' | 'docstring'

export interface ProseText {
  file: string
  /** Of its first line, from 1. */
  line: number
  kind: TextKind
  /** Markdown. */
  text: string
}

const PAGES = ['*.md', '{apps,packages,plugins}/*/README.md', 'apps/docs/content/**/*.mdx', '.changeset/*.md']
const SOURCES = ['{apps,packages,plugins}/*/src/**/*.ts']

/** Every text of the repository that a person reads: pages whole, messages and docstrings one by one. */
export function collectTexts(root: string): ProseText[] {
  const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
  const list = (patterns: string[]) =>
    globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' }).sort()
  return [
    ...list(PAGES).map((file) => pageText(file, read(file))),
    ...list(SOURCES)
      .filter((file) => !/\.test\.ts$|__fixtures__|^packages\/testing|^packages\/simulators/.test(file))
      .flatMap((file) => sourceTexts(file, read(file))),
  ]
}

/** Frontmatter keeps its lines, so that line numbers stay true, but only title and description are read. */
export function pageText(file: string, source: string): ProseText {
  const text = source.replace(/^---\n([\s\S]*?)\n---\n/, (_, fields: string) => {
    const described = /^description:\s*(.*)$/m.exec(fields)?.[1] ?? ''
    return `${described}\n${'\n'.repeat(fields.split('\n').length + 1)}`
  })
  return { file, line: 1, kind: 'page', text }
}

/** Sentences in string literals, and documentation comments. */
export function sourceTexts(file: string, source: string): ProseText[] {
  const texts: ProseText[] = []
  const lineAt = (index: number) => source.slice(0, index).split('\n').length
  for (const match of source.matchAll(/\/\*\*([\s\S]*?)\*\//g)) {
    const lines = (match[1] ?? '').split('\n').map((line) => line.replace(/^\s*\* ?/, ''))
    const end = lines.findIndex((line) => /^\s*@(?:example|see)\b|^ {2,}\S/.test(line))
    const text = (end === -1 ? lines : lines.slice(0, end)).join('\n').replace(/^@\w+( \w+)?/gm, '\n\n')
    texts.push({ file, line: lineAt(match.index), kind: 'docstring', text: text.trim() })
  }
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '))
  for (const match of code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)) {
    const text = (match[1] ?? match[2] ?? '')
      .replace(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, 'X')
      .replaceAll('\\n', ' ')
    if (isSentence(text))
      texts.push({ file, line: lineAt(match.index), kind: 'message', text: escaped(text) })
  }
  return texts
}

function isSentence(text: string): boolean {
  // A back-tick within another literal begins what looks like a template: code is no sentence.
  if (/=>|\bconst \w+ =|\.describe\(/.test(text)) return false
  return /^[A-Z`"][^\n]*\s[\s\S]*[.?!]$/.test(text.trim()) && text.trim().split(/\s+/).length >= 4
}

/** A message is plain text: nothing in it is Markdown. */
function escaped(text: string): string {
  return text.replace(/([[\]<>*_#|])/g, '\\$1')
}
