import type { HeadingIds } from '../../formats/page/heading-ids.ts'
import { pythonSlug } from '../../formats/page/slugs.ts'

/** https://facelessuser.github.io/pymdown-extensions/extras/slugs/: spaces are not joined. */
export function pymdownSlug(text: string, { case: folded = '', separator = '-' } = {}): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\p{M}_\s-]/gu, '')
    .trim()
  const cased = folded.startsWith('lower') || folded === 'fold' ? plain.toLowerCase() : plain
  return cased.replaceAll(/\s/g, separator)
}

/**
 * Ids of headings as the extension toc makes them.
 *
 * @param toc settings of the extension
 * @param text of the configuration: tags of YAML name the function that makes slugs
 */
export function mkdocsIds(toc: Readonly<Record<string, unknown>>, text: string): () => HeadingIds {
  const separator = toc.separator === '_' ? '_' : '-'
  const [, name = ''] = /\bslugify:[ \t]*!!python\/(?:name|object\/apply):([\w.]+)/.exec(text) ?? []
  const named = /\bcase:[ \t]*['"]?(\w+)/.exec(text)?.[1]
  const folded = /(?:^|\.)(?:gfm|uslugify)$/.test(name)
    ? 'lower'
    : name.endsWith('uslugify_cased')
      ? ''
      : named
  const slug = name.startsWith('pymdownx.')
    ? (heading: string) => pymdownSlug(heading, { case: folded ?? '', separator })
    : (heading: string) => pythonSlug(heading, { isUnicode: name.endsWith('slugify_unicode'), separator })
  return () => {
    const taken = new Set<string>()
    const free = (id: string): string => {
      if (id !== '' && !taken.has(id)) return id
      const [, stem, count] = /^(.*)_(\d+)$/.exec(id) ?? []
      let number = count === undefined ? 1 : Number(count) + 1
      const base = stem ?? id
      while (taken.has(`${base}_${number}`)) number += 1
      return `${base}_${number}`
    }
    return {
      take(id) {
        taken.add(id)
      },
      of(heading) {
        const id = free(slug(heading))
        taken.add(id)
        return id
      },
    }
  }
}
