import { isNo, said } from '../../formats/page/said.ts'
import type { PagePresence } from '../../layout/page-state.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { type LocatedValue, valuesUnder } from '../../located/located-value.ts'
import { textsIn } from '../../located/texts-in.ts'
import { anyGlob } from '../../patterns/glob.ts'

/** Tells what VitePress does not build: https://vitepress.dev/reference/site-config#srcexclude, by paths below `srcDir`. */
export function leftOut(
  config: LocatedValue | undefined,
  { texts }: LayoutSource,
): (inside: string) => boolean {
  const exclude = valuesUnder(config, 'srcExclude')
  return anyGlob(exclude.flatMap((each) => textsIn(each, texts)))
}

/** `search: false` keeps a page out of the local search. */
export function presenceByFrontmatter(
  frontmatter: Readonly<Record<string, unknown>>,
): PagePresence | undefined {
  return isNo(said(frontmatter, 'search')) ? { state: 'unlisted' } : undefined
}
