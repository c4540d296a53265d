import type { Analyzer, CompoundName } from './analyzer.ts'
import { spellingOf } from './spelling.ts'

/**
 * Where a passage, as it is stored (JSON), defines a name: the first cell of a row of a table, the beginning of an item
 * of a list, or a heading of its breadcrumb that has the name. A line that only begins with it is more often code.
 */
const DEFINED = /(?:\\n|:")[ \t]*(?:\|[ \t]*|[-*][ \t]+(?:\*\*)?|#{1,6}[ \t]+)`{0,2}([\w$@.:-]{3,80})/g
const HEADING_WORD = /[\w$@.:-]*\w/g
const BREADCRUMB = /"headings":\[("(?:[^"\\]|\\.)*"(?:,"(?:[^"\\]|\\.)*")*)\]/

/** How a passage defines one of the names: as it is spelt, or only by a term that both have (`watchers`, `watcher`). */
export type Definition = 'spelt' | 'term'

export function definitionIn(
  passage: string,
  names: readonly CompoundName[],
  analyzer: Analyzer,
): Definition | undefined {
  const wholes = new Set(names.map(({ whole }) => whole))
  const spellings = new Set(names.map(({ spelling }) => spelling))
  let found: Definition | undefined
  for (const name of namesDefinedIn(passage)) {
    const whole = analyzer.terms(name).at(-1)
    if (whole === undefined || !wholes.has(whole)) continue
    if (spellings.has(spellingOf(name))) return 'spelt'
    found = 'term'
  }
  return found
}

function* namesDefinedIn(passage: string): Generator<string> {
  for (const [, name = ''] of passage.matchAll(DEFINED)) yield name
  const breadcrumb = BREADCRUMB.exec(passage)?.[1] ?? ''
  for (const heading of breadcrumb.split('","')) {
    const text = heading
      .replace(/^"|"$/g, '')
      .replaceAll('`', '')
      .replace(/\(.*\)$/, '')
      .trim()
    for (const [word] of text.matchAll(HEADING_WORD)) yield word
  }
}
