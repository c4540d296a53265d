import { createHash } from 'node:crypto'
import {
  type CallOptions,
  type DocsSource,
  GitHostMisconfigured,
  type GitRemote,
  type Project,
  type SourceFile,
  type SourceSnapshot,
} from '@docent/core/plugin'

type ListOptions = CallOptions & {
  since?: string
  remote(options: CallOptions & { access: 'read' }): Promise<GitRemote>
}

/** Documentation in memory: every `publish` is a revision. Serves the projects of the repositories it was given. */
export class MemoryDocsSource implements DocsSource {
  readonly name: string = 'memory'
  /** Files of every revision, oldest first. */
  protected readonly revisions: ReadonlyMap<string, Uint8Array>[] = [new Map()]
  readonly #repositories: readonly string[]

  constructor(repositories: readonly string[]) {
    this.#repositories = repositories
  }

  matches({ repository }: Project): boolean {
    return repository?.startsWith('memory:') ?? false
  }

  /** Adds, changes and (null) deletes files, in one new revision. */
  publish(files: Readonly<Record<string, string | Uint8Array | null>>): void {
    const next = new Map(this.revisions.at(-1))
    for (const [path, content] of Object.entries(files)) {
      if (content === null) next.delete(path)
      else next.set(path, Buffer.from(content))
    }
    this.revisions.push(next)
  }

  async list(project: Project, { since, remote, signal }: ListOptions): Promise<SourceSnapshot | undefined> {
    signal?.throwIfAborted()
    await remote({ access: 'read', ...(signal ? { signal } : {}) })
    const { repository = '' } = project
    if (!this.#repositories.includes(repository)) {
      throw new GitHostMisconfigured(`${repository} does not exist.`)
    }
    const revision = this.revisions.length - 1
    return since === `r${revision}` ? undefined : this.snapshot(revision)
  }

  protected snapshot(revision: number): SourceSnapshot {
    const files = [...(this.revisions[revision] ?? [])].map(([path, content]) => this.file(path, content))
    return { revision: `r${revision}`, files, close: async () => {} }
  }

  protected file(path: string, content: Uint8Array): SourceFile {
    return {
      path,
      hash: createHash('sha256').update(content).digest('hex'),
      read: async (options) => {
        options?.signal?.throwIfAborted()
        return Uint8Array.from(content)
      },
    }
  }
}
