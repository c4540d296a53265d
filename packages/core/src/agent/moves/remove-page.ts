import { checkSiteNavigation, computedNavigation, type Problem, removeFromNavigation } from '@docent/content'
import type { DocsSite } from '../../domain/docs-site.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import { problemKey } from '../checks/base-problems.ts'
import { GuardedEdits } from '../policy/guarded-edits.ts'
import type { WritePolicy } from '../policy/write-policy.ts'
import { type AddressMention, addressMentions } from '../site/address-mentions.ts'
import { type LinkingPage, linkingPages } from '../site/linking-pages.ts'
import { openSite } from '../site/open-site.ts'

export interface RemovalRequest {
  workspace: Workspace
  policy: WritePolicy
  site: DocsSite
  path: string
  signal: AbortSignal
}

/** What followed from the deletion of a page. */
export interface RemovalReport {
  /** Every path that was written or went. */
  touched: string[]
  /** Files whose entries of the page were taken out. */
  entries: string[]
  /** Files with entries that the agent may not change. */
  refused: string[]
  /** Pages that still link to it. */
  linking: LinkingPage[]
  /** What the deletion leaves wrong in the navigation. */
  problems: Problem[]
  /** Files that are no pages and name its address. */
  mentions: AddressMention[]
}

/** Deletes a page, and takes its entries out of the navigation. Links to it in other pages are left to the caller. */
export async function removePage(request: RemovalRequest): Promise<RemovalReport> {
  const { workspace, policy, path, signal } = request
  const edits = new GuardedEdits(workspace, policy)
  const before = await openSite(request)
  const entries = removeFromNavigation(before.map, before.texts, path)
  await edits.delete(path, { signal })
  const report: RemovalReport = {
    touched: [path],
    entries: [],
    refused: [],
    linking: [],
    problems: [],
    mentions: [],
  }
  for (const [file, text] of entries) {
    if (!policy.isWritable(file)) {
      report.refused.push(file)
      continue
    }
    await edits.writeAddresses(file, text, { signal })
    report.touched.push(file)
    report.entries.push(file)
  }
  // A page may have listed it, and has no entry of it any more.
  report.linking = await linkingPages(workspace, path, before.map, signal)
  const after = await openSite(request)
  const old = new Set(checkSiteNavigation(before.map, before.texts).map(problemKey))
  report.problems = [
    ...checkSiteNavigation(after.map, after.texts).filter(
      (problem) => problem.severity === 'error' && !old.has(problemKey(problem)),
    ),
    ...computedNavigation({ before, after }, [path]),
  ]
  const known = new Set([...report.entries, ...report.problems.map(({ file }) => file)])
  const route = before.map.routeOf(path) ?? ''
  report.mentions = await addressMentions(workspace, route, before.map.prefixes, known, signal)
  return report
}
