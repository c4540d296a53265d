import type { CallOptions, Health } from './call-options.ts'
import type { GitRemote, RemoteRequest } from './git-host.ts'
import { type Token, token } from './token.ts'

export interface WorkspaceRequest {
  /** Full URL of the repository: the key of the cache. */
  repository: string
  /** Asked before every fetch and push: credentials are never kept. Asked with `branch` for what is about `branch`. */
  remote(options: RemoteRequest): Promise<GitRemote>
  /** True: `branch` lives in a fork, another repository than `from`; `remote` answers it when asked with `branch`. */
  isForked?: boolean
  /** The branch the changes go to. Continued when it exists, else begun at `from`. */
  branch: string
  /** The branch that a new `branch` begins at. */
  from: string
  /** Opens exactly this commit when given (a restored job), fetched if the cache lacks it. */
  commit?: string
  /** A name unique to the job: `refs/docent/jobs/<keep>` keeps the base commit reachable in the cache. */
  keep: string
}

export interface WorkspaceFile {
  /** Posix, relative to the repository root. */
  path: string
  /** `symlink` and `submodule` entries are listed, never read through and never written. */
  kind: 'file' | 'executable' | 'symlink' | 'submodule'
}

export interface SearchRequest {
  /** POSIX extended regular expression, or with `fixed` a plain string. */
  pattern: string
  fixed?: boolean
  ignoreCase?: boolean
  /** Folder or glob that limits the search. */
  paths?: readonly string[]
  /** Lines of context before and after a hit, default 0. */
  context?: number
  /** Most hits, default 200. */
  limit?: number
}

export interface SearchHit {
  path: string
  /** 1-based. */
  line: number
  text: string
  before: string[]
  after: string[]
}

export interface SearchResult {
  hits: SearchHit[]
  /** True when there were more hits than `limit`. */
  truncated: boolean
}

/** A changed file against the base: `content` null means deleted. */
export interface FileChange {
  path: string
  content: Uint8Array | null
  /** Of a written file; absent where it was not recorded: the file is then as executable as it is at the base. */
  executable?: boolean
}

/** A change as a reviewer sees it. */
export interface ChangeSummary {
  path: string
  change: 'added' | 'modified' | 'deleted' | 'renamed'
  /** For `renamed`. */
  from?: string
  /** 0 for binary files. */
  added: number
  removed: number
}

export interface CommitRequest {
  message: string
  author: { name: string; email: string }
  /** Milliseconds since the epoch; used for author and committer, so that the same request gives the same commit. */
  date: number
}

/** Everything that makes the commit's id: recorded before the push, so that publishing again gives the same commit. */
export interface PublishIntent {
  commit: string
  parent: string
  tree: string
  branch: string
  message: string
  author: { name: string; email: string }
  date: number
}

export type PushResult =
  | { kind: 'pushed'; commit: string }
  /** The branch had the commit already: an earlier push succeeded and its reply was lost. */
  | { kind: 'already-there'; commit: string }
  /** The tip moved and a three-way merge was clean: the merged commit was pushed. */
  | { kind: 'merged'; commit: string; tip: string }
  /** The tip moved and these paths conflict: nothing was pushed; the workspace now stands on `tip`, see `Workspace.push`. */
  | { kind: 'conflict'; tip: string; paths: string[] }

/**
 * An editable view of a git tree. No checkout exists; writes stay in an overlay.
 * Paths are posix and relative to the repository root. Absolute paths, `..`, `.git` (in any spelling that a file
 * system may fold to it), and paths through symlinks or submodules are refused with DocentError `invalid_request`.
 */
export interface Workspace {
  /** The commit it was opened at; moves when `push` succeeds or rebases. */
  readonly base: string
  /** True when `branch` existed on the remote at opening. */
  readonly branchExisted: boolean
  /** Every file, overlay included, sorted by path; with `prefix` only below that folder. */
  list(options?: CallOptions & { prefix?: string }): Promise<WorkspaceFile[]>
  /** Bytes of a file; undefined when there is none. A symlink is undefined. */
  read(path: string, options?: CallOptions): Promise<Uint8Array | undefined>
  search(request: SearchRequest, options?: CallOptions): Promise<SearchResult>
  /** Creates or replaces a file, keeping the executable bit of a replaced one. At most 1 MiB (`invalid_request`). */
  write(path: string, content: Uint8Array | string, options?: CallOptions): Promise<void>
  /** Keeps the executable bit. Fails (`invalid_request`) when `from` is missing or `to` exists. */
  move(from: string, to: string, options?: CallOptions): Promise<void>
  /** Fails (`invalid_request`) when there is no such file. */
  delete(path: string, options?: CallOptions): Promise<void>
  /**
   * Changed files against `base`, sorted by path, each written one with its executable bit; a file that is again the
   * base's is not among them.
   */
  changes(options?: CallOptions): Promise<FileChange[]>
  summary(options?: CallOptions): Promise<ChangeSummary[]>
  /** Bytes of a file at `base`, whatever the overlay holds. */
  readBase(path: string, options?: CallOptions): Promise<Uint8Array | undefined>
  /** Unified diff of all changes against `base`. */
  diff(options?: CallOptions): Promise<string>
  /** Lays recorded changes over the tree, later ones winning. */
  restore(changes: readonly FileChange[], options?: CallOptions): Promise<void>
  /** Drops every unpublished change. */
  reset(options?: CallOptions): Promise<void>
  /** Writes blobs, tree and commit into the cache, pushes nothing. The same request gives the same commit id. */
  commit(request: CommitRequest, options?: CallOptions): Promise<PublishIntent>
  /**
   * Pushes a commit that `commit` made (built again if the cache lost it), with a lease on the remote's tip.
   * Repeating it after a crash is safe: `already-there`. After `pushed`, `already-there` and `merged` the workspace
   * stands on the published commit with no changes. After `conflict` it stands on `tip`: files that merged cleanly
   * are in the overlay, and each conflicting path holds diff3 conflict markers (`<<<<<<<`), for the model to resolve.
   * @throws GitHostMisconfigured when the host refuses the push (protected branch, no permission).
   */
  push(intent: PublishIntent, options?: CallOptions): Promise<PushResult>
  /** Ends its processes. Safe to call twice. */
  close(): Promise<void>
}

/** Opens editable views of repositories, with no checkout, and is the only port that pushes. */
export interface Workspaces {
  /** Whether this machine can open workspaces now, for example write where repositories are cached. Absent: always. */
  health?(): Promise<Health>
  /**
   * Fetches what is new and opens the tree.
   * @throws GitHostMisconfigured when the repository or `from` does not exist or may not be read.
   */
  open(request: WorkspaceRequest, options?: CallOptions): Promise<Workspace>
  /** Lets go of `refs/docent/jobs/<keep>`. */
  forget(repository: string, keep: string, options?: CallOptions): Promise<void>
}

export const Workspaces: Token<Workspaces> = token<Workspaces>('Workspaces')
