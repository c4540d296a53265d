import GithubSlugger from 'github-slugger'

/** The ids that a site gives to the headings of one page, in their order. */
export interface HeadingIds {
  /** An id that an author wrote: no other heading gets the same. */
  take(id: string): void
  /** The id of a heading with this text. */
  of(text: string): string
}

/** Ids where the second heading of a text ends with `-` and a number. @param second that number */
export function countedIds(slugOf: (heading: string) => string, second: number): HeadingIds {
  const taken = new Set<string>()
  return {
    take(id) {
      taken.add(id)
    },
    of(text) {
      const slug = slugOf(text)
      let id = slug
      for (let count = second; taken.has(id); count += 1) id = `${slug}-${count}`
      taken.add(id)
      return id
    },
  }
}

/** https://github.com/Flet/github-slugger, as GitHub, Docusaurus, and most other generators have it. */
export function githubIds(): HeadingIds {
  const slugger = new GithubSlugger()
  return {
    take(id) {
      slugger.occurrences[id] ??= 0
    },
    of: (text) => slugger.slug(text),
  }
}
