import type { HeadingIds } from '../../formats/heading-ids.ts'

/** https://github.com/mdit-vue/mdit-vue/tree/main/packages/shared, `slugify`. */
export function vitepressSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()
}

/** https://github.com/valeriangalliat/markdown-it-anchor: the second of a text ends with `-1`. */
export function vitepressIds(): HeadingIds {
  const taken = new Set<string>()
  return {
    take(id) {
      taken.add(id)
    },
    of(text) {
      const slug = vitepressSlug(text)
      let id = slug
      for (let count = 1; taken.has(id); count += 1) id = `${slug}-${count}`
      taken.add(id)
      return id
    },
  }
}
