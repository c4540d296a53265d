import {
  checkNavigation,
  checkPage,
  extractLinks,
  isDocumentationFile,
  normalizePagePath,
  type Problem,
  pagePathOf,
  parseNavigation,
  parsePage,
  resolveLink,
  type Site,
} from '@docent/content'
import type { FileChange, Workspace } from '../ports/workspaces.ts'

export interface CheckReport {
  /** Number of files that were checked. */
  checked: number
  /** Problems that the base revision does not have. */
  problems: Problem[]
}

/** Most pages that are looked at because they may link to a page that went. */
const MAX_LINKING_PAGES = 200

/**
 * Checks what a run changed, and what its changes may have broken elsewhere: links to pages that moved or went, and
 * navigation entries. A problem that the base revision has too is nobody's fault here and does not count.
 */
export async function checkDocs(
  workspace: Workspace,
  docsPath: string,
  signal: AbortSignal,
): Promise<CheckReport> {
  const changes = await workspace.changes({ signal })
  const after = new Revision(docsPath, await currentFiles(workspace, signal), (path) =>
    workspace.read(path, { signal }),
  )
  const before = new Revision(docsPath, await baseFiles(workspace, after, changes, signal), (path) =>
    workspace.readBase(path, { signal }),
  )
  const movedFrom = await movedFiles(workspace, signal)
  const problems: Problem[] = []
  const files = await affectedFiles(workspace, docsPath, changes, before, signal)
  for (const file of files) {
    const found = await after.check(file)
    if (found.length === 0) continue
    const old = new Set((await before.check(movedFrom.get(file) ?? file)).map(problemKey))
    problems.push(...found.filter((problem) => problem.severity === 'error' && !old.has(problemKey(problem))))
  }
  return { checked: files.length, problems }
}

/** One line a problem, for a model or a reviewer. */
export function describeProblems(problems: readonly Problem[]): string {
  return problems.map(({ file, line, rule, message }) => `- ${file}:${line} [${rule}] ${message}`).join('\n')
}

/** Lines move when text is added above them, and pages move whole: a problem is known by what it says. */
function problemKey({ rule, message }: Problem): string {
  return `${rule}\0${message.replace(/\bline \d+/g, 'line')}`
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
  after: Revision,
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

async function affectedFiles(
  workspace: Workspace,
  docsPath: string,
  changes: readonly FileChange[],
  before: Revision,
  signal: AbortSignal,
): Promise<string[]> {
  const files = new Set<string>()
  let pagesCameOrWent = false
  for (const { path, content } of changes) {
    if (content !== null && (isDocumentationFile(path) || path === before.navigationFile)) files.add(path)
    const existed = before.files.has(path)
    if (!isDocumentationFile(path) || (content !== null && existed)) continue
    pagesCameOrWent = true
    if (content === null)
      for (const linking of await linkingFiles(workspace, path, docsPath, signal)) files.add(linking)
  }
  if (pagesCameOrWent && before.files.has(before.navigationFile)) files.add(before.navigationFile)
  return [...files]
    .filter((file) => !changes.some(({ path, content }) => path === file && content === null))
    .sort()
}

/** Pages whose text has the last part of a page's route: a link to it cannot be written without. */
async function linkingFiles(
  workspace: Workspace,
  path: string,
  docsPath: string,
  signal: AbortSignal,
): Promise<string[]> {
  const name = pagePathOf(path, docsPath).split('/').at(-1) || 'index'
  const result = await workspace.search({ pattern: name, fixed: true, limit: 5000 }, { signal })
  const found = new Set(result.hits.map((hit) => hit.path).filter(isDocumentationFile))
  return [...found].slice(0, MAX_LINKING_PAGES)
}

/** A revision of the documentation as the checks see it; pages are read when a link points at them. */
class Revision {
  readonly navigationFile: string
  readonly #pages = new Map<string, string>()
  readonly #anchors = new Map<string, ReadonlySet<string>>()
  #redirects: Promise<ReadonlySet<string>> | undefined

  constructor(
    private readonly docsPath: string,
    readonly files: ReadonlySet<string>,
    private readonly readBytes: (path: string) => Promise<Uint8Array | undefined>,
  ) {
    this.navigationFile = docsPath === '' ? 'docs.json' : `${docsPath}/docs.json`
    for (const file of files) if (isDocumentationFile(file)) this.#pages.set(pagePathOf(file, docsPath), file)
  }

  async check(file: string): Promise<Problem[]> {
    const source = await this.#read(file)
    if (source === undefined) return []
    const redirects = await this.#redirectPaths()
    const site: Site = {
      root: this.docsPath,
      hasPage: (path) => this.#pages.has(path) || redirects.has(path),
      hasFile: (path) => this.files.has(path),
      anchors: (path) => this.#anchors.get(path),
    }
    if (file === this.navigationFile) return checkNavigation(source, site, file)
    await this.#loadTargets(file, source)
    return checkPage(file, source, site)
  }

  async #loadTargets(file: string, source: string): Promise<void> {
    for (const link of extractLinks(source, file)) {
      const target = resolveLink(file, link.target, { root: this.docsPath })
      if (target?.kind !== 'page' || target.anchor === '' || this.#anchors.has(target.path)) continue
      const page = this.#pages.get(target.path)
      const text = page === undefined ? undefined : await this.#read(page)
      if (page === undefined || text === undefined) continue
      this.#anchors.set(target.path, new Set(parsePage(page, text, { root: this.docsPath }).anchors))
    }
  }

  #redirectPaths(): Promise<ReadonlySet<string>> {
    this.#redirects ??= this.#read(this.navigationFile).then(
      (source) =>
        new Set(
          source === undefined
            ? []
            : parseNavigation(source).redirects.map((redirect) => normalizePagePath(redirect.source)),
        ),
    )
    return this.#redirects
  }

  async #read(path: string): Promise<string | undefined> {
    if (!this.files.has(path)) return undefined
    const bytes = await this.readBytes(path)
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
  }
}
