import { isDocumentationFile, isLayoutFile, type SiteLayout } from '@docent/content'
import type { DocsSite } from '../../domain/docs-site.ts'
import type { PageInspector } from '../../ingest/parsing/page-inspector.ts'
import type { FileChange, Workspace } from '../../ports/workspaces.ts'
import { DocsRevision } from './docs-revision.ts'

/** What pages say of their address, in the sites that let them. */
const PLACING_KEYS = '^(slug|id|url|aliases)[ \t]*[:=]|^:page-aliases:'
const MAX_HITS = 50_000
/** Frontmatter ends before this line. */
const MAX_LINE = 60

interface Opening {
  workspace: Workspace
  site: DocsSite
  inspector: PageInspector
  changes: readonly FileChange[]
  signal: AbortSignal
}

/** The documentation as a run found it, and as it is now. */
export async function openRevisions(
  opening: Opening,
): Promise<{ before: DocsRevision; after: DocsRevision }> {
  const { workspace, site, inspector, changes, signal } = opening
  const now = new Set<string>()
  for (const { path } of await workspace.list({ signal })) now.add(path)
  const then = await baseFiles(now, opening)
  const placed = placedPages(opening)
  const common = { site, inspector, signal }
  const after = await DocsRevision.open({
    ...common,
    files: now,
    read: (path) => workspace.read(path, { signal }),
    placed,
  })
  const changed = changes.map(({ path }) => path).filter(isDocumentationFile)
  const before = await DocsRevision.open({
    ...common,
    files: then,
    read: (path) => workspace.readBase(path, { signal }),
    placed: async (layout) => (layout.isPlacedByPages ? [...(await placed(layout)), ...changed] : []),
  })
  return { before, after }
}

async function baseFiles(now: ReadonlySet<string>, { workspace, changes, signal }: Opening) {
  const files = new Set(now)
  for (const { path } of changes) {
    if ((await workspace.readBase(path, { signal })) === undefined) files.delete(path)
    else files.add(path)
  }
  return files
}

/** Pages whose frontmatter may say their address, found by one search for both revisions. */
export function placedPages({
  workspace,
  signal,
}: Pick<Opening, 'workspace' | 'signal'>): (layout: SiteLayout) => Promise<readonly string[]> {
  let found: readonly string[] | undefined
  return async (layout) => {
    if (!layout.isPlacedByPages) return []
    if (found) return found
    const { hits } = await workspace.search({ pattern: PLACING_KEYS, limit: MAX_HITS }, { signal })
    const pages = hits.filter(
      ({ path, line }) => line <= MAX_LINE && isDocumentationFile(path) && !isLayoutFile(path),
    )
    found = [...new Set(pages.map(({ path }) => path))]
    return found
  }
}
