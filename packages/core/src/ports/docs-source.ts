import type { IndexProblemKind, IndexProblemSeverity } from '../domain/index-problem.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from './call-options.ts'
import type { GitRemote } from './git-host.ts'
import { type Token, token } from './token.ts'

export interface SourceFile {
  /** Posix, relative to the docs root. */
  path: string
  /** Changes when and only when the content does. */
  hash: string
  read(options?: CallOptions): Promise<Uint8Array>
}

/** Something that kept a source from reading all there is. */
export interface SourceProblem {
  /** Relative to the docs root, posix. */
  path: string
  message: string
  /** An `error` left the page out. */
  severity: IndexProblemSeverity
  /** Default: `source`. */
  kind?: IndexProblemKind
}

/** A folder of a repository with documentation in it. */
export interface PageFolder {
  /** Repository-relative, posix; '' is the root. */
  folder: string
  /** Files in it and below it that may be pages. */
  pages: number
}

/** One consistent revision of the documentation. */
export interface SourceSnapshot {
  /** Names the revision, such as a commit id. */
  revision: string
  files: SourceFile[]
  /**
   * Text of `.docent/assistant.md` at the root of the repository, in this revision; undefined when there is none.
   * Absent in a source that cannot have one.
   */
  assistantInstructions?(options?: CallOptions): Promise<string | undefined>
  /** Warnings for whoever indexes: what could not be read, or only in an older version. */
  problems?: readonly SourceProblem[]
  /**
   * Files of the documentation folder that may be pages and are not given: in formats that Docent does not read, and
   * symbolic links to elsewhere. Relative to the docs root. Whether the site would publish them is not the source's to know.
   */
  unread?: readonly string[]
  /** Paths of files that the source made, such as pages of an API description. No navigation lists these by their paths. */
  made?: readonly string[]
  /** Ends what reading held open. */
  close(): Promise<void>
}

/**
 * Where documentation comes from. Several may be registered: a project with `source` names its own, the others get the
 * first that `matches`.
 */
export interface DocsSource {
  readonly name: string
  /**
   * Longest time that a copy may be old before the server looks again, minutes; for sources that cost more to list than
   * a repository. Absent: at every look at the documentation (`indexing.pollMinutes`).
   */
  readonly refreshMinutes?: number
  matches(project: Project): boolean
  /**
   * Every documentation file (pages, and navigation files such as docs.json) of one revision.
   * With `since` equal to the newest revision it may answer undefined: nothing is new.
   */
  list(
    project: Project,
    options: CallOptions & {
      since?: string
      /** Called with the progress of a long listing. */
      onProgress?(progress: { done: number; total: number }): void
      /** Rejects for a project without a repository. */
      remote(options: CallOptions & { access: 'read' }): Promise<GitRemote>
    },
  ): Promise<SourceSnapshot | undefined>
  /** Capability: the message of the commit of a revision that was listed, without asking the host. */
  commitMessage?(project: Project, revision: string, options?: CallOptions): Promise<string | undefined>
  /**
   * Capability: a file of a revision as it is kept at hand, without asking the host; undefined where there is none, and
   * for one that is larger.
   */
  readFile?(
    project: Project,
    request: SourceFileRequest,
    options?: CallOptions,
  ): Promise<Uint8Array | undefined>
  /**
   * Capability: folders of a listed revision that hold documentation, wherever the project looks for it, the likeliest
   * first; for whoever named the wrong folder.
   */
  pageFolders?(project: Project, revision: string, options?: CallOptions): Promise<PageFolder[]>
}

/** A file of a revision that was listed before, such as a picture. */
export interface SourceFileRequest {
  revision: string
  /** Repository-relative, posix. */
  path: string
  maxBytes: number
}

/** Every registered DocsSource, in the order of the plugins. */
export const RegisteredDocsSources: Token<readonly DocsSource[]> =
  token<readonly DocsSource[]>('RegisteredDocsSources')
