import { trimmed } from './indented-lines.ts'
import type { RstDirective } from './rst-node.ts'

/** Directives by what their first line and their body are. */
const KINDS = {
  /** Its first line begins its body. */
  bare: /^(?:admonition-.*|attention|caution|danger|error|hint|important|note|tip|warning|seealso|todo|epigraph|highlights|pull-quote|compound|parsed-literal|glossary|hlist|line-block|tabs|tab-set|grid-item|grid-item-card-body|default-literal-role|productionlist|math|comment)$/,
  /** Its body is no reStructuredText. */
  verbatim:
    /^(?:code|code-block|sourcecode|literalinclude|include|highlight|math|parsed-literal|raw|comment|graphviz|digraph|graph|mermaid|uml|plantuml|doctest|test(?:code|setup|output|cleanup)|ipython|prompt|jupyter-execute|plot|csv-table|toctree|productionlist|code-tab|program-output|command-output|contents|meta|index|tabularcolumns|image|replace|unicode|date|todolist|terminal|bibliography|auto(?:summary|program|flask|doxygen.*))$/,
  /** Its body may have sections. */
  section: /^(?:only|ifconfig)$/,
} as const

/** @param kind `text` for a directive whose body is reStructuredText */
export function isDirectiveOf(kind: keyof typeof KINDS | 'text', name: string): boolean {
  return kind === 'text' ? !KINDS.verbatim.test(name) : KINDS[kind].test(name)
}

const OPTION = /^:((?:[^:\\\s]|\\.|[ :](?=[^\s:]))+):(?:\s+|$)/
const MOST_OPTIONS = 100

/**
 * Takes a directive apart: `argument`, `:option: value`, and a body behind a blank line.
 *
 * @param lines the first one behind `::`, the others without their indentation
 */
export function readDirective(written: string, lines: readonly string[], line: number): RstDirective {
  const name = written.toLowerCase().replace(/^(?:std|rst):(?=[a-z])/, '')
  const isBare = isDirectiveOf('bare', name)
  let at = 0
  const argument: string[] = []
  if (!isBare || OPTION.test(lines[1] ?? ''))
    while (at < lines.length && (at === 0 || lines[at] !== '') && !(at > 0 && OPTION.test(lines[at] ?? ''))) {
      argument.push(lines[at] ?? '')
      at += 1
    }
  const options: Record<string, string> = {}
  let last: string | undefined
  const hasOptions = argument.length > 0
  for (; hasOptions && at < lines.length && lines[at] !== ''; at += 1) {
    const option = OPTION.exec(lines[at] ?? '')
    if (option !== null && Object.keys(options).length < MOST_OPTIONS) {
      last = (option[1] ?? '').toLowerCase()
      options[last] = (lines[at] ?? '').slice(option[0].length)
    } else if (last !== undefined) options[last] = `${options[last]}\n${(lines[at] ?? '').trim()}`.trim()
  }
  const own = isBare && argument.length > 0 ? [...argument, ''] : []
  return {
    kind: 'directive',
    name,
    argument: isBare ? '' : argument.join('\n').trim(),
    options: Object.assign(Object.create(null), options),
    body: trimmed([...own, ...lines.slice(at)]),
    children: [],
    line,
  }
}
