import { defined } from '@docent/content'
import type { IndexProblem, ProblemGroup } from '../../domain/index-problem.ts'
import type { Project } from '../../domain/project.ts'
import type { DocsSource, SourceFile, SourceSnapshot } from '../../ports/docs-source.ts'
import type { Logger } from '../../ports/logger.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'
import { embeddingOf, type IndexManifest, type Retriever } from '../../ports/retriever.ts'
import { type OpenedSite, openSite } from '../parsing/open-site.ts'
import type { SiteDescription } from '../parsing/page-parser.ts'
import type { PageParsers } from '../parsing/page-parsers.ts'
import { noPages } from '../problems/no-pages.ts'
import { PageProblems } from '../problems/page-problems.ts'
import { groupProblems, storeProblems } from '../problems/problem-report.ts'
import type { ProgressReporter } from '../progress/progress-reporter.ts'
import type { ConfigurationAbove } from '../source/configuration-above.ts'
import { IncludedFiles } from '../source/included-files.ts'
import { IncludedTexts, type ReadElsewhere } from '../source/included-texts.ts'
import { repositoryPath, withinRepository } from '../source/repository-path.ts'
import { ArrangedPages } from './arranged-pages.ts'
import { PageAliases } from './page-aliases.ts'
import { PagePolicy, type PagePolicyOptions } from './page-policy.ts'
import type { PageTimes } from './page-times.ts'
import type { PassageEmbedder } from './passage-embedder.ts'
import { type CandidateFile, candidateFiles, planChanges } from './plan-changes.ts'
import { storeNavigation } from './site-navigation.ts'
import type { SkippedFiles } from './skipped-files.ts'
import { writeChanges } from './write-changes.ts'

/** Of a file that pages show a part of. */
const MOST_BYTES = 1_000_000

export interface RevisionParts {
  project: Project
  notes: ProjectNotes
  retriever: Pick<Retriever, 'begin' | 'keepsVectors'>
  parsers: PageParsers
  logger: Logger
  progress: ProgressReporter
  source: DocsSource
  snapshot: SourceSnapshot
  /** What may configure the site in folders above. */
  above: readonly ConfigurationAbove[]
  /** What the index holds. */
  manifest: IndexManifest
  skipped: SkippedFiles
  times: PageTimes
  /** Absent when the project has no embedding model. */
  embedder: PassageEmbedder | undefined
  options: PagePolicyOptions
  /** Every page is parsed and written, changed or not. */
  force: boolean
  /** Called with what the configuration says, before any page is read; by what it is recognized is looked up for it. */
  onSite?: (description: SiteDescription) => void
  signal: AbortSignal
}

export interface RevisionResult {
  /** Pages that were parsed and written. */
  changed: number
  /** Files that were taken out. */
  removed: number
  problems: ProblemGroup[]
  /** Which files these were, as far as the source names them. */
  files: ChangedFiles
}

/** Files of pages that a revision changed; repository-relative, posix. */
export interface ChangedFiles {
  readonly added: readonly string[]
  readonly modified: readonly string[]
  readonly removed: readonly string[]
}

/** Brings the index up to a snapshot in one revision: reads what changed, parses it, writes it, and commits. */
export async function reviseIndex(parts: RevisionParts): Promise<RevisionResult> {
  const { project, parsers, snapshot, above, skipped, logger, force, signal } = parts
  const place = ({ path }: SourceFile) => repositoryPath(project.docsPath, path)
  const mayRead = (file: SourceFile) => force || skipped.failures.get(place(file))?.hash !== file.hash
  const site = await openSite(parsers, snapshot.files, mayRead, {
    ...{ signal, above, wantsOrigin: parts.onSite !== undefined },
    ...defined({ unread: snapshot.unread, made: snapshot.made }),
  })
  try {
    parts.onSite?.(site.description)
    for (const { file, reason } of site.failures) {
      logger.warn({ project: project.id, file: place(file), reason }, 'skipped a file that cannot be parsed')
      await skipped.addFailure(place(file), { hash: file.hash, reason, included: [] })
    }
    return await writeRevision(parts, site)
  } finally {
    await site.parser.close()
  }
}

async function writeRevision(
  parts: RevisionParts,
  { parser, description }: OpenedSite,
): Promise<RevisionResult> {
  const { project, notes, retriever, progress, snapshot, manifest, skipped, times, embedder, signal } = parts
  const policy = new PagePolicy(description, parts.options)
  const includes = await IncludedFiles.load(notes, project.id, { signal })
  const pageProblems = await PageProblems.load(notes, project.id, { signal })
  const aliases = await PageAliases.load(notes, project.id, { signal })
  const arranged = await ArrangedPages.load(notes, project.id, description, { signal })
  const storeOrder = async () => {
    const isPage = (file: string) => policy.isPage(file)
    const navigation = await arranged.navigation(description, parser, isPage, { signal })
    await storeNavigation(notes, project.id, navigation, { signal })
  }
  const texts = new IncludedTexts(snapshot.files, readElsewhere(parts))
  await texts.lookUp(
    snapshot.files.flatMap((file) => includes.of(file.path)),
    { signal },
  )
  const files = candidateFiles(snapshot.files, project.docsPath, policy, {
    includes: (path, file) => skipped.failures.get(path)?.included ?? includes.of(file.path),
    hashes: (paths) => texts.hashes(paths),
    phaseOf: (path) => times.phaseOf(path),
  })
  const isOtherModel = manifest.embedding?.model !== embeddingOf(retriever, project)
  const force = parts.force || isOtherModel
  const plan = planChanges(files, { indexed: manifest.hashes, skipped: skipped.hashes, force })
  const hasSameRevision = manifest.revision === snapshot.revision
  const hashOf = hashesOf(parts, files)
  const problems = () => [...fileProblems(parts, description), ...pageProblems.list(plan.exists)]
  const report = async () => {
    const groups = groupProblems(problems())
    await storeProblems(notes, project.id, groups, { signal })
    return groups
  }
  const empty = () => noPages({ ...parts, description, problems: problems() }, { signal })
  if (files.length === 0) throw await empty()
  const kept = [...manifest.hashes.keys()].filter(plan.isUnchanged).length
  if (plan.changed.length === 0 && plan.gone.length === 0 && hasSameRevision) {
    if (!skipped.isFor(parts.options)) await skipped.store(parts.options, plan.isUnchanged, new Map(), hashOf)
    await times.store(plan.exists)
    if (kept === 0) throw await empty()
    await storeOrder()
    return { changed: 0, removed: 0, problems: await report(), files: NO_FILES }
  }
  await progress.update({ phase: 'parsing', pagesDone: 0, pagesTotal: plan.changed.length })
  const embedding = isOtherModel ? await embedder?.describe() : manifest.embedding
  const writer = await retriever.begin(project.id, { signal, ...defined({ embedding }) })
  try {
    await writer.remove(plan.gone, { signal })
    const written = await writeChanges(plan.changed, {
      ...{ writer, parser, policy, progress, texts, times, embedder, signal },
      known: manifest.hashes,
      onSharedAddress: (page, owner) => pageProblems.sharesAddress(page.file, page.path, owner),
      onPage: ({ file, path }, parsed, shown) => {
        includes.set(file.path, parsed.included)
        pageProblems.found(path, parsed)
        arranged.set(file.path, parsed.page, shown === 'listed')
        if (shown !== 'absent') aliases.set(path, parsed.aliases, parsed.page.path)
      },
      onFailure: async ({ file, path, hash, includes: included }, { failure: reason, kind }) => {
        arranged.remove(file.path)
        parts.logger.warn({ project: project.id, file: path, reason }, 'skipped a file that cannot be parsed')
        pageProblems.lost(path)
        await skipped.addFailure(path, { hash, reason, included: [...included], ...defined({ kind }) })
      },
    })
    // Pages that were shown and say now that they are not, such as drafts, must go all the same.
    if (kept + written.pages + manifest.hashes.size === 0) throw await empty()
    await writer.redirects([...description.redirects, ...aliases.redirects(plan.exists)], { signal })
    // Before the commit: what was read again is not read again after it.
    await arranged.store({ signal })
    await storeOrder()
    await progress.update({ phase: 'committing' })
    signal.throwIfAborted()
    await writer.commit(snapshot.revision, { signal })
    await skipped.store(parts.options, plan.isUnchanged, written.skipped, hashOf)
    const paths = new Set(snapshot.files.map(({ path }) => path))
    await includes.store((path) => paths.has(path))
    await aliases.store(plan.exists)
    await pageProblems.store(plan.exists)
    await times.store(plan.exists)
    const removed = plan.gone.length + written.removed
    const changedPaths = plan.changed.map(({ path }) => path)
    return {
      changed: written.pages,
      removed,
      problems: await report(),
      files: {
        added: changedPaths.filter((path) => !manifest.hashes.has(path)),
        modified: changedPaths.filter((path) => manifest.hashes.has(path)),
        removed: plan.gone,
      },
    }
  } finally {
    await writer.abort()
  }
}

/** Reads what is no documentation, such as code that pages show; never what lies outside of the repository. */
function readElsewhere({ project, source, snapshot }: RevisionParts): ReadElsewhere {
  return async (wanted, options) => {
    const path = withinRepository(repositoryPath(project.docsPath, wanted))
    if (path === undefined) return undefined
    return source.readFile?.(project, { revision: snapshot.revision, path, maxBytes: MOST_BYTES }, options)
  }
}

/** Of every file of the snapshot; of a page, as the index knows it now. */
function hashesOf(
  { project, snapshot }: RevisionParts,
  files: readonly CandidateFile[],
): (path: string) => string | undefined {
  return (wanted) => {
    const page = files.find(({ path }) => path === wanted)
    return (
      page?.hash ?? snapshot.files.find(({ path }) => repositoryPath(project.docsPath, path) === wanted)?.hash
    )
  }
}

export const NO_FILES: ChangedFiles = { added: [], modified: [], removed: [] }

/** What the source and the site's configuration tell, and what was skipped now or before. */
function fileProblems(
  { project, snapshot, skipped }: RevisionParts,
  { problems }: SiteDescription,
): IndexProblem[] {
  const unread = (snapshot.problems ?? []).map(
    ({ path, message, severity, kind = 'source' }): IndexProblem => ({
      kind,
      file: repositoryPath(project.docsPath, path),
      line: 0,
      message,
      severity,
    }),
  )
  const known = new Set(unread.map(({ file }) => file))
  const ofSite = problems
    .map((each) => {
      const file = repositoryPath(project.docsPath, each.file)
      // The configuration may be above the documentation.
      return { ...each, file: withinRepository(file) ?? file }
    })
    // The source knows why the file is not there.
    .filter(({ kind, file }) => kind !== 'openapi' || !known.has(file))
  const failed = [...skipped.failures].map(([file, { reason, kind = 'unreadable' }]): IndexProblem => {
    const unparsed = `The file could not be parsed and is skipped until it changes: ${reason}`
    const message = kind === 'unreadable' ? unparsed : reason
    return { kind, file, line: 0, message, severity: 'error' }
  })
  return [...unread, ...ofSite, ...failed]
}
