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
  /** Ends what reading held open. */
  close(): Promise<void>
}

/** Where documentation comes from. Several may be registered; a project's is chosen by `matches`. */
export interface DocsSource {
  readonly name: string
  matches(project: Project): boolean
  /**
   * Every documentation file (pages, and navigation files such as docs.json) of one revision.
   * With `since` equal to the newest revision it may answer undefined: nothing is new.
   */
  list(
    project: Project,
    options: CallOptions & {
      since?: string
      remote(options: CallOptions & { access: 'read' }): Promise<GitRemote>
    },
  ): Promise<SourceSnapshot | undefined>
}

/** Every registered DocsSource, in the order of the plugins. */
export const RegisteredDocsSources: Token<readonly DocsSource[]> =
  token<readonly DocsSource[]>('RegisteredDocsSources')
