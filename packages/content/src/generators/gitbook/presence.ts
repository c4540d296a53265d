import { isNo, isSet, said } from '../../formats/page/said.ts'
import type { PagePresence } from '../../layout/page-state.ts'

const WORDS = ['noIndex', 'noRobotsIndex'] as const

/** Pages of GitBook that search engines must not list, and its own search neither. */
export function presenceByFrontmatter(
  frontmatter: Readonly<Record<string, unknown>>,
): PagePresence | undefined {
  const robots = said(frontmatter, 'robots')
  const isOut =
    WORDS.some((word) => isSet(said(frontmatter, word))) ||
    (typeof robots === 'object' && robots !== null && isNo(Reflect.get(robots, 'index')))
  return isOut ? { state: 'unlisted' } : undefined
}
