import type { Analyzer, CompoundName } from './analyzer.ts'
import { spellingOf } from './spelling.ts'

/**
 * Where a passage, as it is stored (JSON), defines names: the first cell of a row of a table, the beginning of an item of
 * a list, or a heading of its breadcrumb that has the name. What a block of code begins its lines with is no definition.
 */
const DEFINING =
  /(?:\\n|:")[ \t]*(?:\|((?:[^|\\]|\\")*)|[-*][ \t]+(?:\*\*)?\[?(`[^`\\]+`|[\w$@.:-]{3,80})|#{1,6}[ \t]+([^\\"]*))/g
const CODE_BLOCK = /(`{3,20}|~{3,20}).*?(?:\1|$)/g
const TAG = /<[^<>`]*>/g
const CODE = /`([^`]+)`/g
const NAME = /[\w$@.:-]{3,80}/g
const HEADING_WORD = /(?<![\w$@.:-])[\w$@.:-]*\w/g
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
  for (const [, cell, item, heading] of passage.replace(CODE_BLOCK, '').matchAll(DEFINING)) {
    const text = (cell ?? item ?? heading ?? '').replace(TAG, '')
    const codes = [...text.matchAll(CODE)].map(([, code = '']) => code)
    if (codes.length > 0) for (const code of codes) yield* code.match(NAME) ?? []
    else yield* text.match(NAME)?.slice(0, 1) ?? []
  }
  const breadcrumb = BREADCRUMB.exec(passage)?.[1] ?? ''
  for (const heading of breadcrumb.split('","')) {
    const bare = heading.replace(/^"|"$/g, '').replaceAll('`', '')
    const text = bare.endsWith(')') ? (bare.split('(', 1)[0] ?? '') : bare
    for (const [word] of text.matchAll(HEADING_WORD)) yield word
  }
}
