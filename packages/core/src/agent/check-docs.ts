import { isDocumentationFile, type Problem } from '@docent/content'
import type { DocsSite } from '../domain/docs-site.ts'
import type { FileChange, Workspace } from '../ports/workspaces.ts'
import { DocsRevision } from './docs-revision.ts'
import { linkingPages } from './linking-pages.ts'
import { navigationPaths } from './navigation-file.ts'

export interface CheckReport {
  /** Number of files that were checked. */
  checked: number
  /** Problems that the base revision does not have. */
  problems: Problem[]
}

/** Most pages that are checked because they link to a page that went. */
const MAX_LINKING_PAGES = 200
const DATA_FILE = /\.(?:json|ya?ml)$/i

/**
 * Checks what a run changed, and what its changes may have broken elsewhere: links to pages that moved or went,
 * navigation entries, references between OpenAPI files. A problem that the base revision has too is nobody's fault
 * here and does not count.
 */
export async function checkDocs(
  workspace: Workspace,
  site: DocsSite,
  signal: AbortSignal,
  known: BaseProblems = new Map(),
): Promise<CheckReport> {
  const changes = await workspace.changes({ signal })
  const after = new DocsRevision(site, await currentFiles(workspace, signal), (path) =>
    workspace.read(path, { signal }),
  )
  const before = new DocsRevision(site, await baseFiles(workspace, after, changes, signal), (path) =>
    workspace.readBase(path, { signal }),
  )
  const movedFrom = await movedFiles(workspace, signal)
  const problems: Problem[] = []
  const files = await affectedFiles({ workspace, site, changes, before, after, signal })
  for (const file of files) {
    const found = (await after.check(file)).filter(({ severity }) => severity === 'error')
    if (found.length === 0) continue
    // Only a problem of the MDX itself needs the base's MDX parsed in full.
    const compile = found.some(({ rule }) => rule === 'mdx-invalid')
    const old = await baseProblems(workspace.base, before, movedFrom.get(file) ?? file, compile, known)
    problems.push(...found.filter((problem) => !old.has(problemKey(problem))))
  }
  return { checked: files.length, problems }
}

/** Commit and path → keys of the problems there. A base does not change, so a run checks each of its files once. */
export type BaseProblems = Map<string, ReadonlySet<string>>

async function baseProblems(
  base: string,
  before: DocsRevision,
  file: string,
  compile: boolean,
  known: BaseProblems,
): Promise<ReadonlySet<string>> {
  const key = `${base}:${compile}:${file}`
  const found = known.get(key) ?? new Set((await before.check(file, { compile })).map(problemKey))
  known.set(key, found)
  return found
}

/** One line a problem, for a model or a reviewer. */
export function describeProblems(problems: readonly Problem[]): string {
  return problems.map(({ file, line, rule, message }) => `- ${file}:${line} [${rule}] ${message}`).join('\n')
}

/**
 * Lines move when text is added above them, and pages move whole, their relative links rewritten: a problem is known by
 * what it says, but for the link as it is written.
 */
function problemKey({ rule, message }: Problem): string {
  return `${rule}\0${message.replace(/^"[^"]*" (?=leads|names)/, '').replace(/\bline \d+/g, 'line')}`
}

/** New path → old path of files that moved: they bring their old problems with them. */
async function movedFiles(workspace: Workspace, signal: AbortSignal): Promise<Map<string, string>> {
  const moved = new Map<string, string>()
  for (const { path, from } of await workspace.summary({ signal }))
    if (from !== undefined) moved.set(path, from)
  return moved
}

async function currentFiles(workspace: Workspace, signal: AbortSignal): Promise<Set<string>> {
  return new Set((await workspace.list({ signal })).map((file) => file.path))
}

async function baseFiles(
  workspace: Workspace,
  after: DocsRevision,
  changes: readonly FileChange[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const files = new Set(after.files)
  for (const { path } of changes) {
    if ((await workspace.readBase(path, { signal })) === undefined) files.delete(path)
    else files.add(path)
  }
  return files
}

interface Affected {
  workspace: Workspace
  site: DocsSite
  changes: readonly FileChange[]
  before: DocsRevision
  after: DocsRevision
  signal: AbortSignal
}

async function affectedFiles(affected: Affected): Promise<string[]> {
  const { workspace, site, changes, before, after, signal } = affected
  const files = new Set<string>()
  let pagesCameOrWent = false
  for (const { path, content } of changes) {
    if (content !== null && (isDocumentationFile(path) || navigationPaths(site).includes(path)))
      files.add(path)
    else if (DATA_FILE.test(path))
      for (const each of await descriptionsAround(path, affected)) files.add(each)
    const existed = before.files.has(path)
    if (!isDocumentationFile(path) || (content !== null && existed)) continue
    pagesCameOrWent = true
    if (content !== null) continue
    const linking = await linkingPages(workspace, path, site, signal)
    for (const each of linking.slice(0, MAX_LINKING_PAGES)) files.add(each.path)
  }
  if (pagesCameOrWent && after.navigationFile !== undefined) files.add(after.navigationFile)
  return [...files]
    .filter((file) => !changes.some(({ path, content }) => path === file && content === null))
    .sort()
}

/** The file itself when it is an OpenAPI description, and the descriptions that name it. */
async function descriptionsAround(
  path: string,
  { workspace, after, before, signal }: Affected,
): Promise<string[]> {
  const found: string[] = []
  if ((await after.isOpenapi(path)) || (await before.isOpenapi(path))) found.push(path)
  const name = path.split('/').at(-1) ?? path
  const { hits } = await workspace.search({ pattern: name, fixed: true, limit: 1000 }, { signal })
  for (const each of new Set(hits.map((hit) => hit.path)))
    if (each !== path && DATA_FILE.test(each) && (await after.isOpenapi(each))) found.push(each)
  return found
}
