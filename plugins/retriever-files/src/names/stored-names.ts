import { factNumber, isFact } from '@docent/content'
import type { IndexedName } from '@docent/core/plugin'
import { sharesGroup, Turns } from '@docent/search'
import type { SegmentView } from '../segments/segment-view.ts'

/** Looks names up in the files, where there is no memory for all: slower, and without suggestions. */
export async function storedNames(
  views: readonly SegmentView[],
  names: readonly string[],
  trustedGroups: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, IndexedName>> {
  const found = new Map<string, IndexedName>(names.map((name) => [name, { isKnown: false }]))
  const facts = new Map(names.filter(isFact).map((name) => [factNumber(name), name]))
  const turns = new Turns(signal)
  for (const view of views) {
    const { attributes, pageAttributes } = view.segment
    const pageFacts = await view.segment.facts()
    for (const [page, stored] of (await view.segment.names(turns)).entries()) {
      if (turns.isOver) await turns.next()
      const groups = attributes[pageAttributes[page] ?? 0]?.groups ?? []
      if (!view.hasPage(page) || (groups.length > 0 && !sharesGroup(groups, trustedGroups))) continue
      for (const name of stored.split('\n')) if (found.has(name)) found.set(name, { isKnown: true })
      for (const fact of facts.size === 0 ? [] : (pageFacts[page] ?? [])) {
        const name = facts.get(fact)
        if (name !== undefined) found.set(name, { isKnown: true })
      }
    }
  }
  return found
}
