import type { Passage } from '@docent/content'
import type { Entry } from '../collection.ts'

/** What the engines index of a passage. A type and not an interface, because LanceDB takes records. */
export type PassageFields = {
  id: string
  page: string
  title: string
  headings: string
  route: string
  body: string
}

export function passageFields(entries: readonly Entry[]): PassageFields[] {
  return entries.flatMap(({ passages }) => passages.map(fields))
}

function fields({ id, pagePath, title, headings, content }: Passage): PassageFields {
  return {
    id,
    page: pagePath,
    title,
    // The first is the title once more.
    headings: headings.slice(1).join(' '),
    route: pagePath.replace(/[^\p{L}\p{N}]+/gu, ' ').trim(),
    body: content,
  }
}
