import type { LayoutSource } from '../../layout/site-layout.ts'
import { quotedIn } from '../../located/texts-in.ts'
import { anyGlob } from '../../patterns/glob.ts'

/** Collections are exported by names of their own, so their lists are read where they stand. */
const FILES = /\bfiles\s{0,9}:\s{0,9}\[([^\]]{0,2000})\]/g

/** Tells what is no page by `files` of a collection: https://fumadocs.dev/docs/mdx/collections, by paths below its folder. */
export function leftOut(config: string | undefined, { texts }: LayoutSource): (inside: string) => boolean {
  const script = config === undefined ? '' : (texts.get(config) ?? '')
  const globs = [...script.matchAll(FILES)].flatMap(([, list = '']) => quotedIn(list))
  return anyGlob(globs.flatMap((glob) => (glob.startsWith('!') ? [glob.slice(1)] : [])))
}
