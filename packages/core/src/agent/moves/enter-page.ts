import { addToNavigation, frontmatterOf, navigationLabel, unlistedPages } from '@docent/content'
import type { DocsSite } from '../../domain/docs-site.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import { GuardedEdits } from '../policy/guarded-edits.ts'
import type { WritePolicy } from '../policy/write-policy.ts'
import { saysHidden } from '../site/docs-revision.ts'
import { openSite } from '../site/open-site.ts'

export interface EntryRequest {
  workspace: Workspace
  policy: WritePolicy
  site: DocsSite
  /** A page that the workspace has, and its text. */
  path: string
  text: string
  /** The page whose entry comes before. Default: one of the same folder. */
  after?: string
  signal: AbortSignal
}

export interface EntryReport {
  /** Files that have an entry of the page now. */
  entries: string[]
  /** Files with the navigation that the agent may not change. */
  refused: string[]
  /** No entry leads to the page, and it has no neighbour to stand beside. */
  isMissing: boolean
}

/** Enters a new page in the navigation of its site, unless the page is hidden or the navigation finds it by itself. */
export async function enterPage(request: EntryRequest): Promise<EntryReport> {
  const { workspace, policy, path, text, after, signal } = request
  const report: EntryReport = { entries: [], refused: [], isMissing: false }
  const { map, texts } = await openSite(request)
  const frontmatter = frontmatterOf(path, text, map.layout.formats)
  if (saysHidden(frontmatter)) return report
  const title = navigationLabel(path, text, map.layout.formats)
  const page = { map, texts, page: path, title, frontmatter, ...(after === undefined ? {} : { after }) }
  const edits = new GuardedEdits(workspace, policy)
  for (const [file, now] of addToNavigation(page)) {
    if (!policy.isWritable(file)) {
      report.refused.push(file)
      continue
    }
    await edits.writeAddresses(file, now, { signal })
    report.entries.push(file)
  }
  const isEntered = report.entries.length + report.refused.length > 0
  report.isMissing = !isEntered && unlistedPages(map, texts, [path], () => false).length > 0
  return report
}
