import type { HeadingIds } from '../../formats/page/heading-ids.ts'
import { vueSlug } from '../../formats/page/slugs.ts'

/** https://github.com/valeriangalliat/markdown-it-anchor: the second of a text ends with `-1`. */
export function vitepressIds(): HeadingIds {
  const taken = new Set<string>()
  return {
    take(id) {
      taken.add(id)
    },
    of(text) {
      const slug = vueSlug(text)
      let id = slug
      for (let count = 1; taken.has(id); count += 1) id = `${slug}-${count}`
      taken.add(id)
      return id
    },
  }
}
