import type { Page, Passage, Redirect } from '@docent/content'
import type { ProjectId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** All that are given must match. */
export interface RetrievalFilter {
  /** Also takes pages that name no version: they belong to every one. */
  version?: string
  /** Leaves out pages of a version that is not the one that their site shows first. */
  current?: boolean
  /**
   * A language range by basic filtering of RFC 4647: `zh` takes `zh-CN` too, and case means nothing. Also takes pages
   * that name no language: they belong to every one.
   */
  language?: string
  tag?: string
  /**
   * Groups the caller may see, already decided by the server. Pages limited to groups are found only when they share
   * one with this list; absent or empty finds only pages that are open to everyone.
   */
  trustedGroups?: readonly string[]
  /** Narrows to pages limited to at least one of these groups (never widens). */
  groups?: readonly string[]
}

export interface RetrievalQuery {
  text: string
  /** Most passages, 1 to 200. */
  limit: number
  filter?: RetrievalFilter
  /** Path of the page the user is viewing: raises it and its neighbours a little. */
  currentPath?: string
  /**
   * Texts that may name the dialect, framework or version that is meant, where sites have a page for each: earlier
   * questions, then the project's own choice. The question itself and `currentPath` come before them.
   */
  prefer?: readonly string[]
  /** Most passages of one page, default 2. */
  perPage?: number
  /**
   * Words of the project that mean the same, such as `[['sso', 'single sign-on']]`: a passage with any of a set is found
   * by each other.
   */
  synonyms?: readonly (readonly string[])[]
  /**
   * Makes the vector of a text by the model whose vectors the index holds (`provider:model`). Asked only when there are
   * any; undefined when it cannot be made, and then words alone decide. Must not throw but for an aborted signal.
   */
  embed?(text: string, model: string, options: CallOptions): Promise<readonly number[] | undefined>
}

/** Which model made the vectors of a revision. */
export interface IndexEmbedding {
  /** `provider:model`. */
  model: string
  dimensions: number
}

/** The vector of a passage. */
export interface PassageVector {
  /** Of the model and the text it was made from: equal keys have equal vectors. */
  key: string
  values: ArrayLike<number>
}

/** What a list of pages says of each. */
export interface PageSummary
  extends Pick<Page, 'path' | 'file' | 'title' | 'description' | 'language' | 'version' | 'isCurrent'> {
  /** Shown in the navigation instead of the title. */
  shortTitle?: string
}

export interface RetrievedPassage {
  passage: Passage
  /**
   * 0 to 1, best first: the share of the best that any passage could reach for this query, whatever else was found. So it
   * can be compared between queries, and a caller can leave out what scores less than it wants.
   */
  score: number
}

/** What the committed revision says of a name. */
export interface IndexedName {
  /** A page that the caller may read has it, as a whole token in its own case. */
  isKnown: boolean
  /**
   * When none has it: the nearest name that such pages have, at most two slips away. May be absent, where looking for
   * it takes too long.
   */
  nearest?: string
}

/** An open revision: nothing of it is visible before `commit`. */
export interface RevisionWriter {
  /**
   * Replaces the pages of these files and their passages. `hash` is given back by `manifest`: it changes with the
   * source file and with everything else that shapes its pages (see ingest/revision/page-policy.ts).
   */
  write(
    pages: readonly {
      page: Page
      passages: readonly Passage[]
      hash: string
      /** One for each passage, when the revision was begun with an embedding. */
      vectors?: readonly PassageVector[]
    }[],
    options?: CallOptions,
  ): Promise<void>
  /** The vectors of the committed revision with these keys, so that what is unchanged is not embedded again. */
  vectors?(keys: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, ArrayLike<number>>>
  /** Takes the pages of these source files out. */
  remove(files: readonly string[], options?: CallOptions): Promise<void>
  /** Sets where addresses without a page lead: every redirect of the site. Those of the base stay when it is not called. */
  redirects(redirects: readonly Redirect[], options?: CallOptions): Promise<void>
  /** Makes the revision the one that is served, in one step. `revision` is the source's name for it. */
  commit(revision: string, options?: CallOptions): Promise<void>
  /** Drops what was written. Safe after `commit`. */
  abort(): Promise<void>
}

/** What is served. */
export interface IndexState {
  /** The source revision; undefined before the first commit. */
  revision: string | undefined
  pages: number
  passages: number
  /** Absent when it was committed without vectors. */
  embedding?: IndexEmbedding
}

export interface IndexManifest extends IndexState {
  /** Source file path → content hash. */
  hashes: ReadonlyMap<string, string>
}

export interface BeginOptions extends CallOptions {
  /**
   * The passages get vectors. With another embedding than that of the committed revision (or none instead of one) the
   * new revision starts empty, and every page must be written; the old one is served until the commit. A retriever
   * without vectors ignores it, and its manifests have none.
   */
  embedding?: IndexEmbedding
}

export interface PageOptions extends CallOptions {
  trustedGroups?: readonly string[]
  /** For a reader who names the address: also pages that nothing lists and finds. Default false. */
  withHidden?: boolean
}

/** What a node knows of a project that it has a copy of. */
export interface ReplicaState {
  project: ProjectId
  /** When its newest revision was published, in milliseconds since 1970; undefined when there is none. */
  publishedAt: number | undefined
  /** When the store was last heard, in milliseconds since 1970. */
  heardAt: number
  /** Bytes since the start that came from the store, and that went there. */
  bytesPulled: number
  bytesPushed: number
}

/** Revisions are copied between nodes through a store. */
export interface RetrieverReplication {
  states(): readonly ReplicaState[]
  /** Asks the store now, and answers in words what it is. @throws DocentError that says what to do */
  check(options?: CallOptions): Promise<string>
}

/**
 * Finds passages of a project's documentation. Readers always see one whole committed revision; a crash between
 * `begin` and `commit` leaves the old one. One writer a project at a time (the caller holds a named lease).
 */
export interface Retriever {
  /** False where it keeps no vectors: every project is then indexed without, which the log says. Default true. */
  readonly keepsVectors?: boolean
  begin(project: ProjectId, options?: BeginOptions): Promise<RevisionWriter>
  /** An empty list when nothing matches, or when the project was never indexed. */
  search(project: ProjectId, query: RetrievalQuery, options?: CallOptions): Promise<RetrievedPassage[]>
  /**
   * The whole page by route path; undefined when there is none or the groups do not allow it. A path without a page is
   * answered by the page that the site's redirects lead to, which says its own path.
   *
   * A page that was written with `hidden` is known by its address alone: it is answered only with `withHidden`, and takes
   * no part in `search`, `pages`, and `names`.
   */
  page(project: ProjectId, path: string, options?: PageOptions): Promise<Page | undefined>
  /**
   * Capability: every page of the committed revision that these groups may see, in no order. Without it the server shows
   * no pages.
   */
  pages?(
    project: ProjectId,
    options?: CallOptions & { trustedGroups?: readonly string[] },
  ): Promise<PageSummary[]>
  /**
   * Which of these names (keys of `eachNameKey` in @docent/content) occur in pages that these groups may see; every name
   * that was asked has an entry. Pages that they may not see show neither in `isKnown` nor in `nearest`. When it fails,
   * names that are missing from the retrieved passages count as unchecked.
   */
  names(
    project: ProjectId,
    names: readonly string[],
    options?: CallOptions & { trustedGroups?: readonly string[] },
  ): Promise<ReadonlyMap<string, IndexedName>>
  manifest(project: ProjectId, options?: CallOptions): Promise<IndexManifest>
  /**
   * What `manifest` says, but for the hashes, for retrievers that know it without opening the index: a server whose
   * documentation has not changed then starts without it.
   */
  state?(project: ProjectId, options?: CallOptions): Promise<IndexState>
  /**
   * Whether a search of the project can be answered here and now, without another machine. Absent where the index is no
   * part of this machine: then it is where the retriever's health says so.
   */
  holds?(project: ProjectId, options?: CallOptions): Promise<boolean>
  /**
   * Capability: a number that differs between commits of the same revision, too: pages may come and go without one.
   * Without it, lists of pages are kept for as long as the revision stays.
   */
  edition?(project: ProjectId, options?: CallOptions): Promise<number | undefined>
  /**
   * Calls back when the index of a project turns out to be missing or damaged: it can be indexed again at once. Until
   * then `state` says that nothing is committed, and `manifest` fails with `dependency_failed`.
   */
  onDamage?(listener: (project: ProjectId) => void): Disposable
  /** Capability: nodes without a common disk share revisions. */
  readonly replication?: RetrieverReplication | undefined
  /** Deletes everything of a project. */
  drop(project: ProjectId, options?: CallOptions): Promise<void>
}

export const Retriever: Token<Retriever> = token<Retriever>('Retriever')

/** The model whose vectors the index of a project has. */
export function embeddingOf(
  { keepsVectors = true }: Pick<Retriever, 'keepsVectors'>,
  { models }: Pick<Project, 'models'>,
): string | undefined {
  return keepsVectors ? models.embedding : undefined
}
