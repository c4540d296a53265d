import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type {
  SearchHit,
  SearchRequest,
  SearchResult,
  Workspace,
  WorkspaceFile,
} from '../../ports/workspaces.ts'

/** What can be read of a tree. */
export type ReadableFiles = Pick<Workspace, 'list' | 'read' | 'search'>

const SCHEME = 'context:'
/** As the port says. */
const DEFAULT_LIMIT = 200

/** True for `context:sdk/index.ts`: a file of the context repository `sdk`, which nobody writes. */
export function isContextPath(path: string): boolean {
  return path.startsWith(SCHEME)
}

export function contextPath(name: string, path = ''): string {
  return path === '' ? `${SCHEME}${name}` : `${SCHEME}${name}/${path}`
}

/** The files of one context repository, below its folder if it has one, each with the paths that the agent uses. */
export class ContextFiles implements ReadableFiles {
  constructor(
    readonly name: string,
    private readonly tree: ReadableFiles,
    private readonly folder = '',
  ) {}

  async list({ prefix = '', ...options }: CallOptions & { prefix?: string } = {}): Promise<WorkspaceFile[]> {
    const below = prefix === '' ? this.folder : prefix
    const files = await this.tree.list(below === '' ? options : { ...options, prefix: below })
    return files.flatMap((file) => (this.#has(file.path) ? [{ ...file, path: this.#named(file.path) }] : []))
  }

  async read(path: string, options?: CallOptions): Promise<Uint8Array | undefined> {
    return this.#has(path) ? this.tree.read(path, options) : undefined
  }

  async search({ paths, ...request }: SearchRequest, options?: CallOptions): Promise<SearchResult> {
    const below = paths ?? (this.folder === '' ? undefined : [this.folder])
    const found = await this.tree.search(
      below === undefined ? request : { ...request, paths: below },
      options,
    )
    const hits = found.hits.flatMap((hit) =>
      this.#has(hit.path) ? [{ ...hit, path: this.#named(hit.path) }] : [],
    )
    return { ...found, hits }
  }

  #has(path: string): boolean {
    return this.folder === '' || path === this.folder || path.startsWith(`${this.folder}/`)
  }

  #named(path: string): string {
    return contextPath(this.name, path)
  }
}

/** The files of a workspace under their own paths, and those of context repositories under `context:{name}/`. */
export class FilesWithContexts implements ReadableFiles {
  readonly #contexts: ReadonlyMap<string, ContextFiles>

  constructor(
    private readonly own: ReadableFiles,
    contexts: readonly ContextFiles[],
  ) {
    this.#contexts = new Map(contexts.map((context) => [context.name, context]))
  }

  async list({ prefix = '', ...options }: CallOptions & { prefix?: string } = {}): Promise<WorkspaceFile[]> {
    const { files, path } = this.#find(prefix)
    return files.list(path === '' ? options : { ...options, prefix: path })
  }

  async read(path: string, options?: CallOptions): Promise<Uint8Array | undefined> {
    const found = this.#find(path)
    return found.path === '' ? undefined : found.files.read(found.path, options)
  }

  /** Without `paths`, the workspace alone is searched. */
  async search(request: SearchRequest, options?: CallOptions): Promise<SearchResult> {
    const { paths, limit = DEFAULT_LIMIT } = request
    if (!paths?.some(isContextPath)) return this.own.search(request, options)
    const places = new Map<ReadableFiles, string[]>()
    for (const each of paths) {
      const { files, path } = this.#find(each)
      places.set(files, [...(places.get(files) ?? []), path])
    }
    const hits: SearchHit[] = []
    let truncated = false
    for (const [files, inside] of places) {
      const { paths: _, ...whole } = request
      // A path that names all of a tree makes the others of it needless.
      const found = await files.search(inside.includes('') ? whole : { ...whole, paths: inside }, options)
      hits.push(...found.hits)
      truncated ||= found.truncated
    }
    return { hits: hits.slice(0, limit), truncated: truncated || hits.length > limit }
  }

  #find(path: string): { files: ReadableFiles; path: string } {
    if (!isContextPath(path)) return { files: this.own, path }
    const rest = path.slice(SCHEME.length).replace(/^\/+/, '')
    const [name = ''] = rest.split('/', 1)
    const files = this.#contexts.get(name)
    if (files) return { files, path: rest.slice(name.length).replace(/^\/+|(?<!\/)\/+$/g, '') }
    const known = [...this.#contexts.keys()].map((each) => `${contextPath(each)}/`).join(', ')
    throw new DocentError(
      'not_found',
      `There is no context repository "${name}". ${known === '' ? 'This project has none that could be read.' : `There are: ${known}.`}`,
    )
  }
}
