import { normalizedLanguage, UNREADABLE_GROUP } from '@docent/content'
import type { RetrievalFilter } from '@docent/core'
import { sqlList, sqlString } from './sql.ts'

/**
 * The filter as a predicate that LanceDB applies before it searches, so that what is hidden cannot take a place among
 * the best. Undefined when every passage passes.
 *
 * @param restricted how many passages are limited to groups: with none, the test for groups would only cost time
 */
export function filterSql(filter: RetrievalFilter, restricted: number): string | undefined {
  const tests: string[] = []
  if (filter.version !== undefined) tests.push(`version = ${sqlString(filter.version)}`)
  if (filter.language !== undefined) tests.push(inRange(filter.language))
  if (filter.tag !== undefined) tests.push(`array_has(tags, ${sqlString(filter.tag)})`)
  if (filter.groups !== undefined && filter.groups.length > 0) tests.push(sharesGroup(filter.groups))
  if (restricted > 0) tests.push(`(restricted = false OR ${sharesGroup(filter.trustedGroups ?? [])})`)
  return tests.length === 0 ? undefined : tests.join(' AND ')
}

/**
 * Which passages pass a filter that asks for nothing but what its caller may see: all, or those that are open to
 * everyone; undefined for any other filter.
 */
export function visiblePassages(filter: RetrievalFilter, restricted: number): 'all' | 'open' | undefined {
  const { version, language, tag, groups = [], trustedGroups = [] } = filter
  if (version !== undefined || language !== undefined || tag !== undefined || groups.length > 0)
    return undefined
  if (restricted === 0) return 'all'
  return readable(trustedGroups).length === 0 ? 'open' : undefined
}

/** The column holds normalized tags; between `zh-` and `zh.` (the letter after the joint) are all that begin with `zh-`. */
function inRange(language: string): string {
  const tag = normalizedLanguage(language)
  return `(language = ${sqlString(tag)} OR (language >= ${sqlString(`${tag}-`)} AND language < ${sqlString(`${tag}.`)}))`
}

function sharesGroup(groups: readonly string[]): string {
  const named = readable(groups)
  return named.length === 0 ? 'false' : `array_has_any(groups, make_array(${sqlList(named)}))`
}

/** `UNREADABLE_GROUP` marks pages whose groups could not be read: they are nobody's, even of who names it. */
function readable(groups: readonly string[]): string[] {
  return groups.filter((group) => group !== UNREADABLE_GROUP)
}
