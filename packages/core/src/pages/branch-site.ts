import { defined, type Page, shortTitleOf } from '@docent/content'
import type { Project } from '../domain/project.ts'
import { openSite } from '../ingest/parsing/open-site.ts'
import type { ParsedText } from '../ingest/parsing/page-parser.ts'
import type { PageParsers } from '../ingest/parsing/page-parsers.ts'
import { parseFiles } from '../ingest/parsing/parse-files.ts'
import { ArrangedPages } from '../ingest/revision/arranged-pages.ts'
import { PagePolicy } from '../ingest/revision/page-policy.ts'
import { PageTimes } from '../ingest/revision/page-times.ts'
import { candidateFiles, planChanges } from '../ingest/revision/plan-changes.ts'
import type { ChangedFiles } from '../ingest/revision/revise-index.ts'
import { SkippedFiles } from '../ingest/revision/skipped-files.ts'
import { configurationAbove } from '../ingest/source/configuration-above.ts'
import { IncludedFiles } from '../ingest/source/included-files.ts'
import { IncludedTexts } from '../ingest/source/included-texts.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { DocsSource, SourceSnapshot } from '../ports/docs-source.ts'
import type { ProjectNotes } from '../ports/project-notes.ts'
import type { PageSummary, Retriever } from '../ports/retriever.ts'
import { SiteOutline } from './site-outline.ts'

/** The pages of a branch: what differs from the index is held here, and the rest is read from the index. */
export interface BranchSite {
  revision: string
  /** Files of pages that differ from the index. */
  files: ChangedFiles
  outline: SiteOutline
  /** By path. */
  changed: ReadonlyMap<string, Page>
}

/** Reads a branch: only files that the index does not have as they are on the branch are parsed. */
export async function readBranchSite(
  project: Project,
  snapshot: SourceSnapshot,
  ports: { source: DocsSource; retriever: Retriever; notes: ProjectNotes; parsers: PageParsers; now: number },
  options: CallOptions,
): Promise<BranchSite> {
  const { source, retriever, notes, parsers, now } = ports
  const above = await configurationAbove(source, project, snapshot.revision, options)
  const site = await openSite(parsers, snapshot.files, () => true, { ...options, above })
  try {
    const policy = new PagePolicy(site.description, {})
    const includes = await IncludedFiles.load(notes, project.id, options)
    const times = await PageTimes.load(notes, project.id, now, options)
    const texts = new IncludedTexts(snapshot.files)
    const files = candidateFiles(snapshot.files, project.docsPath, policy, {
      includes: (_path, file) => includes.of(file.path),
      hashes: (paths) => texts.hashes(paths),
      phaseOf: (path) => times.phaseOf(path),
    })
    const skipped = await SkippedFiles.load(notes, project.id, options)
    const { hashes } = await retriever.manifest(project.id, options)
    const plan = planChanges(files, { indexed: hashes, skipped: skipped.hashes, force: false })
    const results = await parseFiles(plan.changed, site.parser, texts, options)
    const changed = new Map<string, Page>()
    const arranged = await ArrangedPages.load(notes, project.id, site.description, options)
    for (const result of results) {
      if (!('parsed' in result)) continue
      const { page } = result.parsed
      const shown = shownInPreview(result.parsed, policy, now)
      arranged.set(result.candidate.file.path, page, shown === 'listed')
      if (page.groups.length === 0 && shown !== 'absent')
        changed.set(page.path, { ...page, hidden: shown === 'unlisted' })
    }
    const indexed = (await retriever.pages?.(project.id, { ...options, trustedGroups: [] })) ?? []
    const kept = indexed.filter(({ file, path }) => plan.isUnchanged(file) && !changed.has(path))
    const pages = [...kept, ...[...changed.values()].filter(({ hidden }) => !hidden).map(summary)]
    const paths = plan.changed.map(({ path }) => path)
    const differing = {
      added: paths.filter((path) => !hashes.has(path)),
      modified: paths.filter((path) => hashes.has(path)),
      removed: plan.gone,
    }
    const isPage = (file: string) => policy.isPage(file)
    const navigation = await arranged.navigation(site.description, site.parser, isPage, options)
    const { revision } = snapshot
    return {
      revision,
      files: differing,
      changed,
      outline: new SiteOutline(revision, pages, navigation),
    }
  } finally {
    await site.parser.close()
  }
}

/** A reviewer sees a new page before the navigation lists it. */
function shownInPreview({ page, presence, isListed }: ParsedText, policy: PagePolicy, now: number) {
  const isNew = !isListed && !page.hidden && (presence.state === 'hidden' || presence.state === 'unlisted')
  return policy.shows(isNew ? { ...presence, state: 'listed' } : presence, now)
}

function summary({ path, file, title, description, language, version, frontmatter }: Page): PageSummary {
  const shortTitle = shortTitleOf(frontmatter)
  return { path, file, title, ...defined({ description, language, version, shortTitle }) }
}
