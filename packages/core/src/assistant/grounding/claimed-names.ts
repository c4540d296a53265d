import { type FoundName, isModuleSpace, isOwnSpace } from '@docent/content'
import type { IndexedName } from '../../ports/retriever.ts'
import { type CheckedName, suggestedFor } from './checked-name.ts'
import type { EvidenceNames } from './evidence-names.ts'

/** Of shorter names, others that are real are near. */
const SHORTEST = 6
/** No word of a sentence is written so. */
const OF_CODE = /[^A-Za-z]|[a-z][A-Z]/

/**
 * Names that the documentation would have if they were real: names in its own name spaces, keys beside keys that it has,
 * and names that differ from a real one by a slip or two. For any other name that the documentation doesn't have, nobody
 * knows whether it is invented.
 */
export function claimedNames(
  checked: readonly CheckedName[],
  passages: EvidenceNames,
  known: ReadonlyMap<string, IndexedName>,
  suggestions: ReadonlyMap<string, string>,
): ReadonlySet<CheckedName> {
  const isKnown = (key: string) => known.get(key)?.isKnown === true
  const isReal = ({ verdict, open }: CheckedName) => verdict !== undefined || open.names.some(isKnown)
  const groups = Map.groupBy(
    checked.filter(({ name: { group } }) => group !== undefined),
    ({ name: { group } }) => group?.at,
  )
  const realOf = new Map([...groups].map(([at, keys]) => [at, keys.filter(isReal).length]))
  const isOfGroup = ({ group }: FoundName) => {
    if (group === undefined) return true
    const keys = groups.get(group.at) ?? []
    const real = realOf.get(group.at) ?? 0
    return keys.length === 1 ? group.least === 0 : real >= group.least && real * 2 >= keys.length
  }
  const isOfSpace = ({ spaces, claimedBy = [] }: FoundName) =>
    spaces === undefined ||
    spaces.some((space) => isOwnSpace(space, isKnown)) ||
    passages.has(claimedBy) ||
    claimedBy.some(isKnown)
  const isSlip = (name: FoundName) => {
    const wanted = suggestedFor(name)
    const real = suggestions.get(wanted)
    if (name.spaces?.length === 0 && !name.claimedBy?.length) return false
    // A name like it in another product's module is no slip.
    if (name.spaces?.some(isModuleSpace) && !isOfSpace(name)) return false
    return (
      real !== undefined &&
      wanted.length >= SHORTEST &&
      OF_CODE.test(wanted) &&
      real !== `${wanted}s` &&
      wanted !== `${real}s`
    )
  }
  return new Set(checked.filter(({ name }) => isSlip(name) || (isOfSpace(name) && isOfGroup(name))))
}
