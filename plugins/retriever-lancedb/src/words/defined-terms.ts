import type { Analyzer } from './analyzer.ts'

/**
 * Where a passage, as it is stored (JSON), defines a name: the first cell of a row of a table, the beginning of an item
 * of a list, a heading or its breadcrumb that is the name.
 */
const DEFINED = /(?:\\n|:")[ \t]*(?:\|[ \t]*|[-*][ \t]+(?:\*\*)?|#{1,6}[ \t]+|)`{0,2}([\w$@.:-]{3,80})/g
const BREADCRUMB = /"headings":\[("(?:[^"\\]|\\.)*"(?:,"(?:[^"\\]|\\.)*")*)\]/

/** @param wholes terms of identifiers */
export function definesOne(passage: string, wholes: ReadonlySet<string>, analyzer: Analyzer): boolean {
  const isOne = (name: string) => {
    const whole = analyzer.terms(name).at(-1)
    return whole !== undefined && wholes.has(whole)
  }
  for (const [, name = ''] of passage.matchAll(DEFINED)) if (isOne(name)) return true
  const breadcrumb = BREADCRUMB.exec(passage)?.[1] ?? ''
  return breadcrumb.split('","').some((heading) => {
    const text = heading
      .replace(/^"|"$/g, '')
      .replaceAll('`', '')
      .replace(/\(.*\)$/, '')
      .trim()
    return !text.includes(' ') && isOne(text)
  })
}
