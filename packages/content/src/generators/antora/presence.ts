import { isSet, said } from '../../formats/page/said.ts'
import type { PagePresence } from '../../layout/page-state.ts'

const PAGE_ATTRIBUTE = /^page-(.+)$/

/** Attributes of a component that its pages have as frontmatter: `page-groups` limits all of them. */
export function pageAttributes(attributes: Readonly<Record<string, string>>): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(attributes)) {
    const plain = PAGE_ATTRIBUTE.exec(name)?.[1]
    if (plain !== undefined) found[plain] = value === '' ? true : value
  }
  return found
}

/** `:page-noindex:` of Antora's search extension, and `:page-robots: noindex` of its user interface. */
export function presenceByHeader(frontmatter: Readonly<Record<string, unknown>>): PagePresence | undefined {
  const robots = said(frontmatter, 'robots')
  const isOut =
    isSet(said(frontmatter, 'noindex')) || (typeof robots === 'string' && /\bno(?:index|ne)\b/i.test(robots))
  return isOut ? { state: 'unlisted' } : undefined
}
