import { computedNavigation, isDocumentationFile, type Problem, unlistedPages } from '@docent/content'
import type { DocsSite } from '../../domain/docs-site.ts'
import type { PageInspector } from '../../ingest/parsing/page-inspector.ts'
import type { FileChange, Workspace } from '../../ports/workspaces.ts'
import type { DocsRevision, Finding } from '../site/docs-revision.ts'
import { openRevisions } from '../site/open-revisions.ts'
import { affectedFiles } from './affected-files.ts'
import { BaseProblems, problemKey } from './base-problems.ts'
import { openapiProblems } from './openapi-problems.ts'
import { usualTargets } from './usual-targets.ts'

export interface CheckReport {
  /** Pages and descriptions that were checked: what changed, and what refers to it. */
  files: string[]
  /** Links of those pages that were followed. */
  links: number
  /** The file of the navigation, '' for one without a file of its own; undefined when no change concerns it. */
  navigation: string | undefined
  /** Problems that the base revision does not have. */
  problems: Problem[]
  /** Pages with new names that nobody checked, because all of them would take too long. */
  uncheckedNames?: readonly string[]
}

/** What the checks of a run look at. */
export interface DocsCheck {
  workspace: Workspace
  site: DocsSite
  inspector: PageInspector
  /** Of the commits that the run stood on: a run that checks again looks at them once. */
  known?: BaseProblems
}

/**
 * Checks what a run changed, and what its changes may have broken elsewhere: links to pages that moved or went,
 * navigation entries, references between OpenAPI files. Links are read as the layout of the site has them. A problem
 * that the base revision already has does not count.
 */
export async function checkDocs(check: DocsCheck, signal: AbortSignal): Promise<CheckReport> {
  const { workspace } = check
  const changes = await workspace.changes({ signal })
  const { before, after } = await openRevisions({ ...check, changes, signal })
  const affected = { workspace, changes, before, after, signal }
  const files = await affectedFiles(affected)
  const moved = await movedFiles(workspace, signal)
  const known = check.known ?? new BaseProblems()
  const problems = await newProblems(files, { ...affected, moved, known })
  const shape = shapeProblems(changes, before, after)
  return {
    files,
    links: after.linksChecked,
    navigation: shape.file,
    problems: [...problems, ...shape.problems, ...(await unlisted(changes, before, after))],
  }
}

interface Compared {
  workspace: Workspace
  changes: readonly FileChange[]
  before: DocsRevision
  after: DocsRevision
  moved: ReadonlyMap<string, string>
  known: BaseProblems
  signal: AbortSignal
}

async function newProblems(files: readonly string[], compared: Compared): Promise<Problem[]> {
  const { workspace, before, after, moved, known } = compared
  const found = await after.check(files)
  const findings: Finding[] = []
  for (const file of files) {
    const here: Finding[] = isDocumentationFile(file)
      ? (found.get(file) ?? [])
      : (await openapiProblems(after, file)).map((problem) => ({ problem }))
    const errors = here.filter(({ problem }) => problem.severity === 'error')
    if (errors.length === 0) continue
    // Only a problem of the MDX itself needs the base's MDX parsed in full.
    const compile = errors.some(({ problem }) => problem.rule === 'mdx-invalid')
    const old = await known.of(workspace.base, before, moved.get(file) ?? file, compile)
    findings.push(...errors.filter(({ problem }) => !old.has(problemKey(problem))))
  }
  const usual = await usualTargets(findings, compared)
  return findings
    .filter(({ missing }) => missing === undefined || !usual.has(missing.name))
    .map(({ problem }) => problem)
}

/** What became wrong in the navigation, when it or the set of pages changed. */
function shapeProblems(
  changes: readonly FileChange[],
  before: DocsRevision,
  after: DocsRevision,
): { file: string | undefined; problems: Problem[] } {
  const isConcerned = changes.some(
    ({ path, content }) =>
      before.texts.has(path) ||
      after.texts.has(path) ||
      (isDocumentationFile(path) && (content === null || !before.files.has(path))),
  )
  if (!isConcerned) return { file: undefined, problems: [] }
  const old = new Set(before.navigationProblems().map(problemKey))
  const problems = after
    .navigationProblems()
    .filter((problem) => problem.severity === 'error' && !old.has(problemKey(problem)))
  const gone = changes.filter(
    ({ path, content }) => content === null && before.map.routeOf(path) !== undefined,
  )
  const computed = computedNavigation(
    { before, after },
    gone.map(({ path }) => path),
  )
  return {
    file: after.navigationFile ?? (after.hasNavigation ? '' : undefined),
    problems: [...problems, ...computed],
  }
}

/** New pages that a navigation kept by hand leaves out. */
async function unlisted(
  changes: readonly FileChange[],
  before: DocsRevision,
  after: DocsRevision,
): Promise<Problem[]> {
  const added = changes
    .filter(({ path, content }) => content !== null && isDocumentationFile(path) && !before.files.has(path))
    .map(({ path }) => path)
  const hidden = new Set<string>()
  for (const file of added) if (await after.isHidden(file)) hidden.add(file)
  return unlistedPages(after.map, after.texts, added, (file) => hidden.has(file))
}

/** New path → old path of files that moved: their old problems are not new ones. */
async function movedFiles(workspace: Workspace, signal: AbortSignal): Promise<Map<string, string>> {
  const moved = new Map<string, string>()
  for (const { path, from } of await workspace.summary({ signal }))
    if (from !== undefined) moved.set(path, from)
  return moved
}
