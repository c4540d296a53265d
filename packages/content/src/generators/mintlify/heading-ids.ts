import type { HeadingIds } from '../../formats/page/heading-ids.ts'

/** https://mintlify.com/docs/create/text#anchor-links: the second of a text ends with `-2`. */
export function mintlifyIds(): HeadingIds {
  const taken = new Set<string>()
  return {
    take(id) {
      taken.add(id)
    },
    of(text) {
      const slug = text
        .trim()
        .toLowerCase()
        .replace(/[\s.]+/g, '-')
        .replace(/[()]/g, '')
        .replaceAll("'", '’')
      let id = slug
      for (let count = 2; taken.has(id); count += 1) id = `${slug}-${count}`
      taken.add(id)
      return id
    },
  }
}
