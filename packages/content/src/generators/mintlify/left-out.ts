import { isSet, said } from '../../formats/page/said.ts'
import type { PagePresence } from '../../layout/page-state.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { joinPath } from '../../paths/folder.ts'
import { ignoredBy } from '../../patterns/ignore-file.ts'

/** https://mintlify.com/docs/organize/mintignore: these are ignored on every site. */
const USUAL = [
  ...['README.*', 'LICENSE.*', 'CHANGELOG.*', 'CONTRIBUTING.*', '.git/', '.github/', '.claude/', '.agents/'],
  ...['.idea/', '.vscode/', '.cache/', 'node_modules/', 'build/', 'dist/', 'coverage/', 'tmp/', 'temp/'],
].join('\n')

/** Tells what Mintlify does not publish, by paths below the folder of its configuration. */
export function leftOut({ texts }: LayoutSource, root: string): (inside: string) => boolean {
  return ignoredBy(texts.get(joinPath(root, '.mintignore')) ?? '')
}

/** Tells what Mintlify publishes only where the navigation names it. */
export const isUsuallyLeftOut = ignoredBy(USUAL)

/** https://mintlify.com/docs/organize/hidden-pages: such a page has an address, and is in no search and no answer. */
export function presenceByFrontmatter(
  frontmatter: Readonly<Record<string, unknown>>,
): PagePresence | undefined {
  return isSet(said(frontmatter, 'noindex')) ? { state: 'unlisted' } : undefined
}
