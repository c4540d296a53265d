import { isDocumentationFile, withoutPageExtension } from '@docent/content'
import type { FileChange, Workspace } from '../../ports/workspaces.ts'
import type { DocsRevision } from '../site/docs-revision.ts'
import { pagesThatMayLink } from '../site/linking-pages.ts'
import { isDescription } from './openapi-problems.ts'

/** Most pages that are checked because they link to a page that went. */
const MAX_LINKING_PAGES = 200
const DATA_FILE = /\.(?:json|ya?ml)$/i

interface Affected {
  workspace: Workspace
  changes: readonly FileChange[]
  before: DocsRevision
  after: DocsRevision
  signal: AbortSignal
}

/** Pages and OpenAPI descriptions that changed, and those that refer to what changed or went; sorted by path. */
export async function affectedFiles(affected: Affected): Promise<string[]> {
  const { changes, before } = affected
  const files = new Set<string>()
  for (const { path, content } of changes) {
    if (DATA_FILE.test(path)) for (const each of await descriptionsAround(path, affected)) files.add(each)
    if (!isDocumentationFile(path)) continue
    if (content !== null) files.add(path)
    else if (before.files.has(path)) for (const each of await pagesLinkingTo(path, affected)) files.add(each)
  }
  const gone = new Set(changes.filter(({ content }) => content === null).map(({ path }) => path))
  return [...files].filter((file) => !gone.has(file)).sort()
}

/** Pages of the documentation that link to a page of the base, by its file or by its address. */
async function pagesLinkingTo(path: string, { workspace, before, signal }: Affected): Promise<string[]> {
  const route = before.map.routeOf(path)
  const names = new Set([
    withoutPageExtension(path.replace(/^.*\//, '')),
    ...(route === undefined || route === '/' ? [] : [route.slice(route.lastIndexOf('/') + 1)]),
  ])
  const pages = await pagesThatMayLink(workspace, path, names, signal)
  const links = await before.links(pages.filter((page) => before.isInside(page)))
  return [...links]
    .filter(([page, each]) => each.some(({ target }) => before.map.pageOf(page, target) === path))
    .map(([page]) => page)
    .slice(0, MAX_LINKING_PAGES)
}

/** The file itself when it is an OpenAPI description, and the descriptions that name it. */
async function descriptionsAround(
  path: string,
  { workspace, after, before, signal }: Affected,
): Promise<string[]> {
  const found: string[] = []
  if ((await isDescription(after, path)) || (await isDescription(before, path))) found.push(path)
  const name = path.split('/').at(-1) ?? path
  const { hits } = await workspace.search({ pattern: name, fixed: true, limit: 1000 }, { signal })
  for (const each of new Set(hits.map((hit) => hit.path)))
    if (each !== path && DATA_FILE.test(each) && (await isDescription(after, each))) found.push(each)
  return found
}
