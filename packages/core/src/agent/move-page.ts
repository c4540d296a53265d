import {
  addRedirect,
  isDocumentationFile,
  pagePathOf,
  parseNavigation,
  renameNavigationEntry,
  rewriteLinks,
} from '@docent/content'
import type { DocsSite } from '../domain/docs-site.ts'
import type { Workspace } from '../ports/workspaces.ts'
import { type LinkingPage, linkingPages } from './linking-pages.ts'
import { decodeText, readNavigationFile } from './navigation-file.ts'
import type { WritePolicy } from './write-policy.ts'

/** Most pages whose links are rewritten in one move; the redirect serves the rest. */
const MAX_REWRITTEN = 150

export interface MoveRequest {
  workspace: Workspace
  policy: WritePolicy
  site: DocsSite
  from: string
  to: string
  signal: AbortSignal
}

/** What followed from the move of a page. */
export interface MoveReport {
  /** Every path that was written or went. */
  touched: string[]
  /** Pages whose links to the moved one were rewritten. */
  rewritten: string[]
  /** Pages that still link to the old place, because the agent cannot write them or they are too many. */
  left: LinkingPage[]
  /** The navigation file, when it was changed, and what of it. */
  navigation: { path: string; entry: boolean; redirect: boolean } | undefined
  /** Relative imports of the moved page, which may lead elsewhere now. */
  imports: string[]
}

/** True when moving `from` to `to` moves a page of the site. */
export function isPageMove(from: string, to: string, { root }: DocsSite): boolean {
  return (
    isDocumentationFile(from) && isDocumentationFile(to) && pagePathOf(from, root) !== pagePathOf(to, root)
  )
}

/**
 * Moves a page and mends what follows: links to it in other pages, its own relative links, its navigation entries, and
 * a redirect from the old place, in a `docs.json` or where the navigation file has redirects already.
 */
export async function movePage(request: MoveRequest): Promise<MoveReport> {
  const { workspace, policy, site, from, to, signal } = request
  const linking = await linkingPages(workspace, from, site, signal)
  await workspace.move(from, to, { signal })
  const report: MoveReport = {
    touched: [from, to],
    rewritten: [],
    left: [],
    navigation: undefined,
    imports: [],
  }
  const moves = { [from]: to }
  const own = decodeText((await workspace.read(to, { signal })) ?? new Uint8Array())
  // A page with bytes that are no UTF-8 would be damaged by writing it back.
  const ownAfter = own.includes('\ufffd') ? own : rewriteLinks(own, from, moves, { ...site, movedTo: to })
  if (ownAfter !== own) await workspace.write(to, ownAfter, { signal })
  if (folderOf(from) !== folderOf(to))
    report.imports = [...own.matchAll(/^import\b[^'"\n]*['"](\.[^'"\n]+)['"]/gm)].map(
      (match) => match[1] ?? '',
    )
  for (const page of linking) {
    const text = rewriteLinks(page.source, page.path, moves, site)
    const isWritable = policy.isWritable(page.path) && !page.source.includes('\ufffd')
    if (text === page.source || !isWritable || report.rewritten.length >= MAX_REWRITTEN) {
      report.left.push(page)
      continue
    }
    await workspace.write(page.path, text, { signal })
    report.rewritten.push(page.path)
    report.touched.push(page.path)
  }
  report.navigation = await moveInNavigation(request)
  if (report.navigation) report.touched.push(report.navigation.path)
  return report
}

async function moveInNavigation(request: MoveRequest): Promise<MoveReport['navigation']> {
  const { workspace, policy, site, from, to, signal } = request
  const file = await readNavigationFile(workspace, site, signal)
  if (file === undefined || !policy.isWritable(file.path)) return undefined
  const [oldRoute, newRoute] = [pagePathOf(from, site.root), pagePathOf(to, site.root)]
  const renamed = renameNavigationEntry(file.source, oldRoute, newRoute)
  const takesRedirects = file.path.endsWith('docs.json') || parseNavigation(file.source).redirects.length > 0
  const text = takesRedirects ? addRedirect(renamed, oldRoute, newRoute) : renamed
  if (text === file.source) return undefined
  await workspace.write(file.path, text, { signal })
  return { path: file.path, entry: renamed !== file.source, redirect: text !== renamed }
}

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}
