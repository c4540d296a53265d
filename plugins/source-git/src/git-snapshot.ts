import {
  type CallOptions,
  DocentError,
  type SourceFile,
  type SourceProblem,
  type SourceSnapshot,
} from '@docent/core/plugin'
import { CatFile } from '@docent/git'
import type { ChosenFile } from './choose-files.ts'
import { mapSourceError } from './map-error.ts'

export interface SnapshotParts {
  gitDir: string
  /** For messages. */
  repository: string
  revision: string
  files: readonly ChosenFile[]
  /** See SourceSnapshot. */
  unread: readonly string[]
  problems: readonly SourceProblem[]
  /** What the repository says to the assistant, if anything. */
  instructions: ChosenFile | undefined
  /** Longest wait for one file, ms. */
  timeoutMs: number
  /** Called once. */
  onClose(): void
}

/** Files of one commit, read by object id: whatever happens to the branch meanwhile, they stay what they were. */
export class GitSnapshot implements SourceSnapshot {
  readonly revision: string
  readonly files: SourceFile[]
  readonly unread: readonly string[]
  readonly problems: readonly SourceProblem[]
  readonly #instructions: ChosenFile | undefined
  readonly #repository: string
  /** Its own, so that closing one snapshot ends no other. Started by the first read. */
  readonly #objects: CatFile

  readonly #onClose: () => void
  #isClosed = false

  constructor(parts: SnapshotParts) {
    const { gitDir, repository, revision, files, instructions, timeoutMs, onClose } = parts
    this.revision = revision
    this.unread = parts.unread
    this.problems = parts.problems
    this.#repository = repository
    this.#instructions = instructions
    this.#onClose = onClose
    this.#objects = new CatFile(gitDir, { timeoutMs })
    this.files = files.map(({ path, id }) => ({
      path,
      hash: id,
      read: (options) => this.#read(path, id, options),
    }))
  }

  async assistantInstructions(options?: CallOptions): Promise<string | undefined> {
    if (this.#instructions === undefined) return undefined
    const { path, id } = this.#instructions
    return new TextDecoder().decode(await this.#read(path, id, options))
  }

  async close(): Promise<void> {
    this.#objects.close()
    if (!this.#isClosed) this.#onClose()
    this.#isClosed = true
  }

  async #read(path: string, id: string, { signal }: CallOptions = {}): Promise<Uint8Array> {
    try {
      const object = await this.#objects.contents(id, signal)
      if (object) return object.content
    } catch (error) {
      throw mapSourceError(error, { repository: this.#repository })
    }
    throw new DocentError('git_host_failed', `The cache of ${this.#repository} lost ${path}. Index again.`, {
      isRetryable: true,
    })
  }
}
