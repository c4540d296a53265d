import { normalizedLanguage, type Page, type Passage, UNREADABLE_GROUP } from '@docent/content'
import { languageCode } from '../words/language-code.ts'

/** What filters look at. Few passages differ in it, so an index keeps each different one once. */
export interface Attributes {
  /** Of the page, normalized: pages without one belong to every language. */
  language: string | null
  /** What the passage is written in, as an ISO 639-1 code. */
  written: string
  version: string | null
  /** Of pages of a version that is not the one that their site shows first. */
  isCurrent?: false
  tags: readonly string[]
  /** Of the page: who may see a passage is the page's word alone. */
  groups: readonly string[]
}

export function attributesOf(
  { language: written, version, tags }: Pick<Passage, 'language' | 'version' | 'tags'>,
  { language, groups, hidden, isCurrent }: Pick<Page, 'language' | 'groups' | 'hidden' | 'isCurrent'>,
): Attributes {
  return {
    language: language === undefined ? null : normalizedLanguage(language),
    written: languageCode(written),
    version: version ?? null,
    ...(isCurrent === false && { isCurrent }),
    tags,
    // What is shown at its address alone is for nobody who searches or lists.
    groups: hidden ? [UNREADABLE_GROUP] : groups,
  }
}
