import type { FoundName } from '../text/found-name.ts'

/** What stands between two names of a list: a comma or a word, and what is said of the first in brackets. */
const BETWEEN =
  /^`(?:[ \t]\([^()\n]{0,80}\))?(?:,[ \t](?:and |or |und |oder |et |ou |y |o )?|[ \t](?:and|or|und|oder|et|ou|y|o)[ \t])`$/
const LONGEST_BETWEEN = 100
/** So many of a list must be real before the others are claimed. */
const LEAST = 2

/**
 * Words that a sentence lists, such as "`azurekms`, `cloudkms`, and `pkcs11`", are of one kind: where the documentation
 * has most of them, it would have the others as well.
 *
 * @param names in their order
 */
export function groupListed(names: readonly FoundName[], text: string): void {
  let list: FoundName[] = []
  const close = () => {
    const at = list[0]?.start ?? 0
    if (list.length > LEAST)
      for (const name of list) {
        name.group = { at, least: LEAST }
        delete name.spaces
      }
    list = []
  }
  for (const name of names) {
    if (!isOfNobody(name)) continue
    const last = list.at(-1)
    const isNext =
      last !== undefined &&
      name.start - last.end <= LONGEST_BETWEEN &&
      BETWEEN.test(text.slice(last.end, name.start))
    if (last !== undefined && !isNext) close()
    list.push(name)
  }
  close()
}

function isOfNobody({ kind, spaces, claimedBy, group }: FoundName): boolean {
  const isLoose = spaces?.length === 0 || (spaces?.length === 1 && spaces[0]?.endsWith('-') === true)
  return kind === 'key' && isLoose && claimedBy === undefined && group === undefined
}
