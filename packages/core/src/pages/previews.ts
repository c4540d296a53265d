import { defined } from '@docent/content'
import { inject, Lifecycle, scoped } from 'tsyringe'
import { z } from 'zod'
import { LruCache } from '../domain/lru-cache.ts'
import type { Project } from '../domain/project.ts'
import { UpdateCommit } from '../domain/project-update.ts'
import { DocentError } from '../errors/docent-error.ts'
import { PageParsers } from '../ingest/parsing/page-parsers.ts'
import { commitOf } from '../ingest/source/commit-of-revision.ts'
import { sourceOf } from '../ingest/source/project-source.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { type DocsSource, RegisteredDocsSources } from '../ports/docs-source.ts'
import { Ids } from '../ports/ids.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import { Retriever } from '../ports/retriever.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { type BranchSite, readBranchSite } from './branch-site.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 7
/** How long a branch is believed without a look at its repository. */
const FRESH_MS = 15_000
/** Branches that are held; each holds the pages that it changes. */
const MOST_BRANCHES = 8

const Stored = z.object({ branch: z.string(), expiresAt: z.number(), commit: UpdateCommit.optional() })

export interface Preview {
  /** Cannot be guessed. */
  id: string
  branch: string
  /** Milliseconds since the epoch. */
  createdAt: number
  expiresAt: number
  /** Absent for documentation that is not in a repository. */
  commit?: UpdateCommit | undefined
}

interface Held {
  site: Promise<BranchSite>
  until: number
}

/** The pages of branches, before they are merged. */
@scoped(Lifecycle.ContainerScoped)
export class Previews {
  readonly #held = new LruCache<Held>(MOST_BRANCHES)

  constructor(
    @inject(Retriever) private readonly retriever: Retriever,
    @inject(ProjectNotes) private readonly notes: ProjectNotes,
    @inject(RegisteredDocsSources) private readonly sources: readonly DocsSource[],
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(PageParsers) private readonly parsers: PageParsers,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
  ) {}

  /** @throws DocentError `not_found` when the source has nothing of the branch; whatever the source throws besides. */
  async create(project: Project, branch: string, options: CallOptions = {}): Promise<Preview> {
    const site = await this.#site(project, branch)
    const commit = await commitOf({ ...project, branch }, site, this.sources, options)
    options.signal?.throwIfAborted()
    const createdAt = this.clock.now()
    const preview = { id: this.ids.secret(), branch, createdAt, expiresAt: createdAt + KEPT_DAYS * DAY_MS }
    const { expiresAt } = preview
    await this.notes.write(
      project.id,
      noteOf(preview.id),
      { branch, expiresAt, ...defined({ commit }) },
      options,
    )
    return preview
  }

  /** Undefined for one that was never made, or has ended. */
  async find(project: Project, id: string, options: CallOptions = {}): Promise<Preview | undefined> {
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined
    const stored = Stored.safeParse(await this.notes.read(project.id, noteOf(id), options))
    if (!stored.success || this.clock.now() >= stored.data.expiresAt) return undefined
    return { id, createdAt: stored.data.expiresAt - KEPT_DAYS * DAY_MS, ...stored.data }
  }

  /** The branch as it is now, give or take a few seconds. */
  open(project: Project, { branch }: Preview): Promise<BranchSite> {
    return this.#site(project, branch)
  }

  /** All concurrent callers share it, so one caller's abort does not end it. */
  #site(project: Project, branch: string): Promise<BranchSite> {
    const key = `${project.id} ${branch}`
    const held = this.#held.get(key)
    if (held !== undefined && this.clock.now() < held.until) return held.site
    const site = this.#read(project, branch)
    this.#held.set(key, { site, until: this.clock.now() + FRESH_MS })
    // A failure is not remembered.
    site.catch(() => this.#held.delete(key))
    return site
  }

  async #read(project: Project, branch: string): Promise<BranchSite> {
    const { retriever, notes, parsers } = this
    const onBranch = { ...project, branch }
    const source = sourceOf(project, this.sources)
    const snapshot = await source.list(onBranch, {
      remote: (options) => this.hosts.readRemote(onBranch, options),
    })
    if (snapshot === undefined)
      throw new DocentError(
        'not_found',
        `The documentation source of ${project.id} has no files of branch ${branch}. Push the branch, or name another.`,
      )
    try {
      return await readBranchSite(
        onBranch,
        snapshot,
        { source, retriever, notes, parsers, now: this.clock.now() },
        {},
      )
    } finally {
      await snapshot.close()
    }
  }
}

function noteOf(id: string): string {
  return `preview-${id}`
}
