import type { RetrievalFilter } from '@docent/core/plugin'
import { type Attributes, passesFilter } from '@docent/search'

/** The kinds that pass the filter; undefined for all. */
export function passingKinds(
  kinds: readonly Attributes[],
  filter: RetrievalFilter,
): readonly number[] | undefined {
  const passing = kinds.flatMap((attributes, kind) => (passesFilter(attributes, filter) ? [kind] : []))
  return passing.length === kinds.length ? undefined : passing
}
