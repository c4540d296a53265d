import type { Passage, PassageSection } from './passage.ts'

/**
 * Joins passages that follow each other on their page, so that a reader sees one text instead of pieces. The joined
 * passage has the place of the better one in the list, its score, and the id, anchor and headings of the first in the
 * page; the headings of the others stand in its content, and `sections` says where.
 */
export function joinNeighbours<Found extends { passage: Passage }>(found: readonly Found[]): Found[] {
  const groups: { best: Found; members: Found[] }[] = []
  for (const each of found) {
    const near = groups.filter(({ members }) =>
      members.some((member) => areNeighbours(member.passage, each.passage)),
    )
    const [first, second] = near
    if (first === undefined) groups.push({ best: each, members: [each] })
    else {
      first.members.push(each)
      // The passage between two others makes them one.
      if (second !== undefined) {
        first.members.push(...second.members)
        groups.splice(groups.indexOf(second), 1)
      }
    }
  }
  return groups.map(({ best, members }) =>
    members.length === 1 ? best : { ...best, passage: joined(members.map(({ passage }) => passage)) },
  )
}

function areNeighbours(one: Passage, other: Passage): boolean {
  return one.pagePath === other.pagePath && Math.abs(one.ordinal - other.ordinal) === 1
}

function joined(passages: readonly Passage[]): Passage {
  const [first, ...others] = passages.toSorted((one, other) => one.ordinal - other.ordinal)
  if (first === undefined) throw new RangeError('There is nothing to join.')
  let last = first
  let content = first.content
  const sections: PassageSection[] = [...(first.sections ?? [])]
  for (const passage of others) {
    content += '\n\n'
    const heading = passage.headings.at(-1)
    if (passage.anchor !== last.anchor && heading !== undefined) {
      sections.push({ anchor: passage.anchor, start: content.length })
      content += `${'#'.repeat(Math.min(6, Math.max(2, passage.headings.length)))} ${heading}\n\n`
    }
    for (const { anchor, start } of passage.sections ?? [])
      sections.push({ anchor, start: content.length + start })
    content += passage.content
    last = passage
  }
  return { ...first, content, ...(sections.length > 0 && { sections }) }
}
