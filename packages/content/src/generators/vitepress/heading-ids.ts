import { countedIds, type HeadingIds } from '../../formats/page/heading-ids.ts'
import { vueSlug } from '../../formats/page/slugs.ts'

/** https://github.com/valeriangalliat/markdown-it-anchor: the second of a text ends with `-1`. */
export function vitepressIds(): HeadingIds {
  return countedIds(vueSlug, 1)
}
