import type { Page } from '@docent/content'
import { inject, Lifecycle, scoped } from 'tsyringe'
import type { ProjectId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import { siteNavigation } from '../ingest/revision/site-navigation.ts'
import { sourceOf } from '../ingest/source/project-source.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { type DocsSource, RegisteredDocsSources, type SourceFileRequest } from '../ports/docs-source.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import { type IndexState, Retriever } from '../ports/retriever.ts'
import { SiteOutline } from './site-outline.ts'

/** Outlines that are kept: one holds about 300 bytes a page. */
const MOST_OUTLINES = 50

/**
 * The pages of a project as a site, out of its index: every reader sees the revision that answers cite. Pages that are
 * limited to groups are left out for every reader.
 */
@scoped(Lifecycle.ContainerScoped)
export class ReadSite {
  readonly #outlines = new Map<ProjectId, { state: string; outline: Promise<SiteOutline> }>()

  constructor(
    @inject(Retriever) private readonly retriever: Retriever,
    @inject(ProjectNotes) private readonly notes: ProjectNotes,
    @inject(RegisteredDocsSources) private readonly sources: readonly DocsSource[],
  ) {}

  /** Undefined before the first revision, and with a retriever that cannot list its pages. */
  async outline(project: Project, options: CallOptions = {}): Promise<SiteOutline | undefined> {
    const { revision } = await this.#state(project.id, options)
    if (revision === undefined || this.retriever.pages === undefined) return undefined
    const known = this.#outlines.get(project.id)
    const state = `${revision} ${await this.retriever.edition?.(project.id, options)}`
    if (known?.state === state) return known.outline
    const outline = this.#read(project.id, revision)
    if (this.#outlines.size >= MOST_OUTLINES) this.#outlines.clear()
    this.#outlines.set(project.id, { state, outline })
    // A failure is not remembered.
    outline.catch(() => this.#outlines.delete(project.id))
    return outline
  }

  /** A page, whole, also one that nothing lists; undefined when there is none that everyone may read. */
  page(project: Project, path: string, options: CallOptions = {}): Promise<Page | undefined> {
    return this.retriever.page(project.id, path, { ...options, trustedGroups: [], withHidden: true })
  }

  /** A file of the revision that is shown; undefined where the source cannot read it. */
  async readFile(
    project: Project,
    request: SourceFileRequest,
    options: CallOptions = {},
  ): Promise<Uint8Array | undefined> {
    return sourceOf(project, this.sources).readFile?.(project, request, options)
  }

  async #state(project: ProjectId, options: CallOptions): Promise<IndexState> {
    const { retriever } = this
    return retriever.state?.(project, options) ?? retriever.manifest(project, options)
  }

  /** All concurrent callers share it, so one caller's abort does not end it. */
  async #read(project: ProjectId, revision: string): Promise<SiteOutline> {
    const [pages, navigation] = await Promise.all([
      this.retriever.pages?.(project, { trustedGroups: [] }) ?? [],
      siteNavigation(this.notes, project, {}),
    ])
    return new SiteOutline(revision, pages, navigation)
  }
}
