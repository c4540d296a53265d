import { normalizedLanguage, UNREADABLE_GROUP } from '@docent/content'
import type { RetrievalFilter } from '@docent/core'
import { sqlList, sqlString } from './sql.ts'

/** What passes a filter. */
export interface PassageFilter {
  /** A predicate that LanceDB applies before it searches, so that what is hidden takes no place among the best; undefined when every passage passes. */
  readonly sql: string | undefined
  /** The same for the search in memory, which knows what is limited to groups and nothing else; undefined for what it can't tell. */
  readonly visible: 'all' | 'open' | undefined
}

/** @param restricted how many passages are limited to groups: with none, the test for groups would only cost time */
export function passageFilter(
  { version, language, tag, groups = [], trustedGroups = [] }: RetrievalFilter,
  restricted: number,
): PassageFilter {
  const tests: string[] = []
  if (version !== undefined) tests.push(`(version IS NULL OR version = ${sqlString(version)})`)
  if (language !== undefined) tests.push(inRange(language))
  if (tag !== undefined) tests.push(`array_has(tags, ${sqlString(tag)})`)
  if (groups.length > 0) tests.push(sharesGroup(groups))
  const isOpen = tests.length === 0 && readable(trustedGroups).length === 0
  if (restricted > 0) tests.push(`(restricted = false OR ${sharesGroup(trustedGroups)})`)
  if (tests.length === 0) return { sql: undefined, visible: 'all' }
  return { sql: tests.join(' AND '), visible: isOpen ? 'open' : undefined }
}

/** The column holds normalized tags; between `zh-` and `zh.` (the letter after the joint) are all that begin with `zh-`. */
function inRange(language: string): string {
  const tag = normalizedLanguage(language)
  return `(language IS NULL OR language = ${sqlString(tag)} OR (language >= ${sqlString(`${tag}-`)} AND language < ${sqlString(`${tag}.`)}))`
}

function sharesGroup(groups: readonly string[]): string {
  const named = readable(groups)
  return named.length === 0 ? 'false' : `array_has_any(groups, make_array(${sqlList(named)}))`
}

/** `UNREADABLE_GROUP` marks pages whose groups could not be read: they are nobody's, even of who names it. */
function readable(groups: readonly string[]): string[] {
  return groups.filter((group) => group !== UNREADABLE_GROUP)
}
