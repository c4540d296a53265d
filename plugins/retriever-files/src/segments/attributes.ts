import { normalizedLanguage, type Page, type Passage, UNREADABLE_GROUP } from '@docent/content'

/** What filters look at. Few passages differ in it, so a segment keeps each different one once. */
export interface Attributes {
  /** Normalized. */
  language: string | null
  version: string | null
  tags: readonly string[]
  /** Of the page: who may see a passage is the page's word alone. */
  groups: readonly string[]
}

export function attributesOf(
  { language, version, tags }: Pick<Passage, 'language' | 'version' | 'tags'>,
  { groups, hidden }: Pick<Page, 'groups' | 'hidden'>,
): Attributes {
  return {
    language: language === undefined ? null : normalizedLanguage(language),
    version: version ?? null,
    tags,
    // What is shown at its address alone is for nobody who searches or lists.
    groups: hidden ? [UNREADABLE_GROUP] : groups,
  }
}

/** Attributes by number. */
export class AttributesDraft {
  readonly #numbers = new Map<string, number>()
  readonly all: Attributes[] = []

  number(attributes: Attributes): number {
    const { language, version, tags, groups } = attributes
    const key = JSON.stringify([language, version, tags, groups])
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.all.push(attributes)
    this.#numbers.set(key, this.all.length - 1)
    return this.all.length - 1
  }
}
