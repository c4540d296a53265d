/** Pages that list what each release changed, by their address. */
const HISTORY = /(?:^|[/_-])(?:change[_-]?logs?|release[_-]?notes?|what[_-]?s[_-]?new)(?:[/_-]|$)/i

/** Stems of words that ask what changed, and when. */
const CHANGE_STEMS: ReadonlySet<string> = new Set(
  'break chang changelog deprec introduc migrat new note releas remov sinc upgrad version'.split(' '),
)

/** Whether a page lists the changes of releases: such a page names everything and explains nothing. */
export function isHistory(pagePath: string): boolean {
  return HISTORY.test(pagePath)
}

/** Whether a query asks for changes or for a version, such as "1.4.2". */
export function asksForHistory(terms: readonly string[]): boolean {
  return terms.some((term) => CHANGE_STEMS.has(term) || /^v?\d/.test(term))
}
