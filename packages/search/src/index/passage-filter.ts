import { isInLanguageRange, UNREADABLE_GROUP } from '@docent/content'
import type { RetrievalFilter } from '@docent/core/plugin'
import type { Attributes } from './attributes.ts'

/** Whether passages with these attributes may be found. */
export function passesFilter(attributes: Attributes, filter: RetrievalFilter): boolean {
  const { version, current = false, language, tag, groups = [], trustedGroups = [] } = filter
  const limited = attributes.groups
  if (version !== undefined && attributes.version !== null && attributes.version !== version) return false
  if (current && attributes.isCurrent === false) return false
  if (
    language !== undefined &&
    attributes.language !== null &&
    !isInLanguageRange(attributes.language, language)
  )
    return false
  if (tag !== undefined && !attributes.tags.includes(tag)) return false
  if (groups.length > 0 && !sharesGroup(limited, groups)) return false
  return limited.length === 0 || sharesGroup(limited, trustedGroups)
}

/** Nobody belongs to the group of a page whose groups could not be read. */
export function sharesGroup(groups: readonly string[], trusted: readonly string[]): boolean {
  return groups.some((group) => group !== UNREADABLE_GROUP && trusted.includes(group))
}
