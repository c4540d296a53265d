import {
  addSiteRedirect,
  checkSiteNavigation,
  computedNavigation,
  frontmatterOf,
  isDocumentationFile,
  moveInNavigation,
  type NavigationMove,
  normalizePagePath,
  type Problem,
  relativeImports,
  rewriteSiteLinks,
  unlistedPages,
} from '@docent/content'
import type { DocsSite } from '../../domain/docs-site.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import { problemKey } from '../checks/base-problems.ts'
import { GuardedEdits } from '../policy/guarded-edits.ts'
import type { WritePolicy } from '../policy/write-policy.ts'
import { type AddressMention, addressMentions } from '../site/address-mentions.ts'
import { decodeText } from '../site/decode-text.ts'
import { type LinkingPage, linkingPages } from '../site/linking-pages.ts'
import { openSite } from '../site/open-site.ts'
import type { ReadSite } from '../site/read-site.ts'

/** Most pages whose links are rewritten in one move; the redirect serves the rest. */
const MAX_REWRITTEN = 150
const PLAIN_PATH = /^[\p{L}\p{N}\p{M}/._~@+-]*$/u

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
  left: Pick<LinkingPage, 'path' | 'lines'>[]
  /** Pages with links that cannot be written so that they lead where they did. */
  lost: Pick<LinkingPage, 'path' | 'lines'>[]
  /** Files with an entry of the page that were changed. */
  entries: string[]
  /** Addresses before and after, and the file with the redirect; absent where the address is the same. */
  redirect: { from: string; to: string; file: string | undefined } | undefined
  /** What the move leaves wrong in the navigation. */
  problems: Problem[]
  /** Files that are no pages and name the old address. */
  mentions: AddressMention[]
  /** Relative imports of the moved page, which may lead elsewhere now. */
  imports: string[]
}

/** True when moving `from` to `to` moves a page. */
export function isPageMove(from: string, to: string): boolean {
  return isDocumentationFile(from) && isDocumentationFile(to) && from !== to
}

/**
 * Moves a page and mends what follows, as the layout of the site has it: links to it in other pages, its own relative
 * links, entries of the navigation that are data, and a redirect from the old place, where the site has some.
 */
export async function movePage(request: MoveRequest): Promise<MoveReport> {
  const { workspace, policy, from, to, signal } = request
  const edits = new GuardedEdits(workspace, policy)
  const opened = await openSite(request)
  const linking = await linkingPages(workspace, from, opened.map, signal)
  const own = decodeText((await workspace.read(from, { signal })) ?? new Uint8Array())
  await edits.move(from, to, { signal })
  const { entries, files, redirect } = navigationChanges(request, opened, own)
  const after = await opened.afterMove(from, to, files)
  const report: MoveReport = {
    touched: [from, to],
    rewritten: [],
    left: [],
    lost: [],
    entries,
    redirect,
    mentions: [],
    problems: navigationProblems(request, opened, after),
    imports: folderOf(from) === folderOf(to) ? [] : relativeImports(from, own),
  }
  const moves = { before: opened.map, after: after.map, moves: new Map([[from, to]]) }
  // A page with bytes that are no UTF-8 would be damaged by writing it back.
  if (!own.includes('\ufffd')) {
    const { text, lost } = rewriteSiteLinks(files.get(to) ?? own, from, moves)
    files.delete(to)
    if (text !== own) await edits.write(to, text, { signal })
    if (lost.length > 0) report.lost.push({ path: to, lines: lost })
  }
  await rewriteLinking(request, edits, withEntries(linking, files), moves, report)
  for (const [file, text] of files) {
    if (report.rewritten.includes(file)) continue
    await edits.writeAddresses(file, text, { signal })
    report.touched.push(file)
  }
  if (redirect) {
    const known = new Set([...files.keys(), ...report.problems.map(({ file }) => file)])
    const { prefixes } = opened.map
    report.mentions = await addressMentions(workspace, redirect.from, prefixes, known, signal)
  }
  return report
}

/** A page may list others itself: its links are rewritten in the text with the new entries. */
function withEntries(linking: readonly LinkingPage[], files: ReadonlyMap<string, string>): LinkingPage[] {
  return linking.map((page) => ({ ...page, source: files.get(page.path) ?? page.source }))
}

async function rewriteLinking(
  { policy, signal, to }: MoveRequest,
  edits: GuardedEdits,
  linking: readonly LinkingPage[],
  moves: Parameters<typeof rewriteSiteLinks>[2],
  report: MoveReport,
): Promise<void> {
  for (const page of linking) {
    const { path, source } = page
    const isWritable = policy.isWritable(path) && !source.includes('\ufffd')
    if (!isWritable || report.rewritten.length >= MAX_REWRITTEN) {
      report.left.push(page)
      continue
    }
    const { text, lost } = rewriteSiteLinks(source, path, moves)
    if (lost.length > 0) report.lost.push({ path, lines: lost })
    if (text === source) continue
    // In an expression of a page, other characters of an address could be code.
    if (PLAIN_PATH.test(to)) await edits.writeAddresses(path, text, { signal })
    else await edits.write(path, text, { signal })
    report.rewritten.push(path)
    report.touched.push(path)
  }
}

interface NavigationChanges {
  entries: string[]
  /** New texts, by path; that of the moved page when the redirect is in it. */
  files: Map<string, string>
  redirect: MoveReport['redirect']
}

function navigationChanges(
  { policy, from, to }: MoveRequest,
  { map, texts }: ReadSite,
  own: string,
): NavigationChanges {
  const data = frontmatterOf(from, own, map.layout.formats)
  const move: NavigationMove = { before: map, texts, from, to, frontmatter: data }
  const files = new Map([...moveInNavigation(move)].filter(([file]) => policy.isWritable(file)))
  const entries = [...files.keys()]
  const inside = map.inLayout(to)
  const old = map.routeOf(from)
  const now = map.layout.isPage(inside) ? map.layout.pagePath(inside, data) : undefined
  if (old === undefined || now === undefined || old === now) return { entries, files, redirect: undefined }
  const added = addSiteRedirect({ ...move, texts: new Map([...texts, ...files]) }, own)
  const canWrite = added !== undefined && policy.isWritable(added.file) && !own.includes('\ufffd')
  if (canWrite) files.set(added.file, added.text)
  return { entries, files, redirect: { from: old, to: now, file: canWrite ? added.file : undefined } }
}

/** Entries that lead nowhere since the move, and the page where no entry leads to it any more. */
function navigationProblems({ from, to }: MoveRequest, before: ReadSite, after: ReadSite): Problem[] {
  const old = new Set(checkSiteNavigation(before.map, before.texts).map(problemKey))
  const problems = checkSiteNavigation(after.map, after.texts).filter(
    (problem) => problem.severity === 'error' && !old.has(problemKey(problem)),
  )
  problems.push(...computedNavigation({ before, after }, [from]))
  const route = before.map.routeOf(from)
  const wasListed = before.map.layout.navigation.pages.some(({ path }) => normalizePagePath(path) === route)
  if (wasListed) problems.push(...unlistedPages(after.map, after.texts, [to], () => false))
  return problems
}

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}
