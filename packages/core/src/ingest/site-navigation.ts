import { type NavigationEntry, parseNavigation } from '@docent/content'
import type { CallOptions } from '../ports/call-options.ts'
import type { SourceSnapshot } from '../ports/docs-source.ts'

/** The navigation of a site: at the docs root, the newer name first. */
const FILES = ['docs.json', 'mint.json']

/** What the navigation file says of pages, by route path. Empty when there is no such file or nothing is listed. */
export type SiteNavigation = ReadonlyMap<string, NavigationEntry>

/** A broken file is an empty navigation here: the checks of the documentation tell its author. */
export async function readNavigation(
  snapshot: SourceSnapshot,
  options: CallOptions,
): Promise<SiteNavigation> {
  const file = FILES.map((name) => snapshot.files.find(({ path }) => path === name)).find((found) => found)
  if (file === undefined) return new Map()
  const { pages } = parseNavigation(new TextDecoder().decode(await file.read(options)), file.path)
  // The first place of a page counts: the same page may be linked again from other tabs.
  return new Map(pages.toReversed().map((entry) => [entry.path, entry]))
}
