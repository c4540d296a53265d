import { countedIds, type HeadingIds } from '../../formats/page/heading-ids.ts'

/** https://mintlify.com/docs/create/text#anchor-links: the second of a text ends with `-2`. */
export function mintlifyIds(): HeadingIds {
  return countedIds(slugOf, 2)
}

function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s.]+/g, '-')
    .replace(/[()]/g, '')
    .replaceAll("'", '’')
}
