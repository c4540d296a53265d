import {
  type CallOptions,
  type ChangeSummary,
  DocentError,
  type FileChange,
  type PublishIntent,
  type PushResult,
  type SearchHit,
  type SearchRequest,
  type SearchResult,
  type Workspace,
  type WorkspaceFile,
} from '@docent/core/plugin'
import type { SeedFile } from '../material/seed-file.ts'

interface Entry {
  kind: WorkspaceFile['kind']
  content: Buffer
}

const MOST_BYTES = 1024 * 1024

/**
 * An editable tree in memory, for tests of what works on a workspace. Keeps the promises about reading and editing
 * (the editing cases of the published suite), with these limits: patterns are JavaScript's, globs know `*`, `**` and
 * `{a,b}`, a renamed file is one that went and one of the same content that came, `diff` lists whole files, and nothing
 * can be committed or pushed.
 */
export class MemoryWorkspace implements Workspace {
  readonly base: string
  readonly branchExisted: boolean = false
  readonly #base: ReadonlyMap<string, Entry>
  #files: Map<string, Entry>

  /** @param base what the workspace says it stands on */
  constructor(files: Readonly<Record<string, SeedFile>>, base: string = '0'.repeat(40)) {
    this.base = base
    this.#base = new Map(Object.entries(files).map(([path, file]) => [path, entryOf(file)]))
    this.#files = new Map(this.#base)
  }

  async list(options: CallOptions & { prefix?: string } = {}): Promise<WorkspaceFile[]> {
    options.signal?.throwIfAborted()
    const start = options.prefix ? `${options.prefix.replace(/\/+$/, '')}/` : ''
    return [...this.#files]
      .filter(([path]) => path.startsWith(start))
      .map(([path, { kind }]) => ({ path, kind }))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  async read(path: string, options: CallOptions = {}): Promise<Uint8Array | undefined> {
    options.signal?.throwIfAborted()
    this.#assertPath(path)
    return contentOf(this.#files.get(path))
  }

  async readBase(path: string, options: CallOptions = {}): Promise<Uint8Array | undefined> {
    options.signal?.throwIfAborted()
    this.#assertPath(path)
    return contentOf(this.#base.get(path))
  }

  async search(request: SearchRequest, options: CallOptions = {}): Promise<SearchResult> {
    options.signal?.throwIfAborted()
    const pattern = patternOf(request)
    const limit = request.limit ?? 200
    const hits: SearchHit[] = []
    for (const { path } of await this.list()) {
      const content = contentOf(this.#files.get(path))
      if (content === undefined || content.includes(0) || !this.#accepts(path, request.paths)) continue
      const lines = Buffer.from(content).toString('utf8').replace(/\n$/, '').split('\n')
      for (const [index, line] of lines.entries()) {
        if (!pattern.test(line)) continue
        if (hits.length >= limit) return { hits, truncated: true }
        const context = request.context ?? 0
        const before = lines.slice(Math.max(0, index - context), index)
        const after = lines.slice(index + 1, index + 1 + context)
        hits.push({ path, line: index + 1, text: line.replace(/\r$/, ''), before, after })
      }
    }
    return { hits, truncated: false }
  }

  async write(path: string, content: Uint8Array | string, options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted()
    this.#assertPlace(path)
    const bytes = Buffer.from(content)
    if (bytes.length > MOST_BYTES) throw refusal(`${path} would have more than 1 MiB.`)
    this.#files.set(path, { kind: this.#files.get(path)?.kind ?? 'file', content: bytes })
  }

  async move(from: string, to: string, options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted()
    this.#assertPath(from)
    const entry = this.#file(from)
    if (this.#files.has(to)) throw refusal(`${to} exists already.`)
    this.#files.delete(from)
    try {
      this.#assertPlace(to)
      this.#files.set(to, entry)
    } catch (error) {
      this.#files.set(from, entry)
      throw error
    }
  }

  async delete(path: string, options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted()
    this.#assertPath(path)
    this.#file(path)
    this.#files.delete(path)
  }

  async changes(options: CallOptions = {}): Promise<FileChange[]> {
    options.signal?.throwIfAborted()
    const paths = new Set([...this.#base.keys(), ...this.#files.keys()])
    return [...paths].sort().flatMap((path): FileChange[] => {
      const [before, after] = [this.#base.get(path), this.#files.get(path)]
      if (!after) return [{ path, content: null }]
      if (before?.content.equals(after.content) && before.kind === after.kind) return []
      return [{ path, content: Uint8Array.from(after.content), executable: after.kind === 'executable' }]
    })
  }

  async summary(options: CallOptions = {}): Promise<ChangeSummary[]> {
    const changes = await this.changes(options)
    const gone = changes.filter(({ content }) => content === null).map(({ path }) => path)
    const summaries: ChangeSummary[] = []
    for (const { path, content } of changes) {
      if (content === null) continue
      const before = this.#base.get(path)?.content
      const from = before ? undefined : gone.find((each) => this.#base.get(each)?.content.equals(content))
      if (from !== undefined) {
        gone.splice(gone.indexOf(from), 1)
        summaries.push({ path, change: 'renamed', from, added: 0, removed: 0 })
      } else {
        const [removed, added] = [linesOf(before), linesOf(content)]
        const only = (lines: string[], others: string[]) =>
          lines.filter((line) => !others.includes(line)).length
        summaries.push({
          path,
          change: before ? 'modified' : 'added',
          added: only(added, removed),
          removed: only(removed, added),
        })
      }
    }
    for (const path of gone) {
      const removed = linesOf(this.#base.get(path)?.content).length
      summaries.push({ path, change: 'deleted', added: 0, removed })
    }
    return summaries.sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  async diff(options: CallOptions = {}): Promise<string> {
    const parts: string[] = []
    for (const { path, content } of await this.changes(options)) {
      const removed = linesOf(this.#base.get(path)?.content).map((line) => `-${line}\n`)
      const added = linesOf(content ?? undefined).map((line) => `+${line}\n`)
      parts.push(`diff --git a/${path} b/${path}\n`, ...removed, ...added)
    }
    return parts.join('')
  }

  async restore(changes: readonly FileChange[], options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted()
    for (const { path } of changes) this.#assertPath(path)
    for (const { path } of changes) this.#assertNoLink(path)
    // What goes makes room first: a folder may have become a file.
    const last = new Map(changes.map((change) => [change.path, change]))
    for (const [path, { content }] of last) if (content === null) this.#files.delete(path)
    for (const [path, { content, executable }] of last) {
      if (content === null) continue
      await this.write(path, content)
      const kind = this.#base.get(path)?.kind ?? 'file'
      this.#files.set(path, {
        kind: executable === undefined ? kind : executable ? 'executable' : 'file',
        content: Buffer.from(content),
      })
    }
  }

  async reset(options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted()
    this.#files = new Map(this.#base)
  }

  async commit(): Promise<PublishIntent> {
    throw new DocentError('internal', 'A workspace in memory cannot be committed.')
  }

  async push(): Promise<PushResult> {
    throw new DocentError('internal', 'A workspace in memory cannot be pushed.')
  }

  async close(): Promise<void> {}

  #file(path: string): Entry {
    const entry = this.#files.get(path)
    if (!entry || isLink(entry)) throw refusal(`There is no file ${path}.`)
    return entry
  }

  #assertNoLink(path: string): void {
    const entry = this.#files.get(path)
    if (entry && isLink(entry)) throw refusal(`${path} is a ${entry.kind}.`)
  }

  #assertPlace(path: string): void {
    this.#assertPath(path)
    this.#assertNoLink(path)
    for (const each of this.#files.keys()) {
      if (each.startsWith(`${path}/`)) throw refusal(`${path} is a folder.`)
      if (path.startsWith(`${each}/`)) throw refusal(`${each} is a file.`)
    }
  }

  #assertPath(path: string): void {
    if (!path.isWellFormed() || /^$|^\/|^[a-z]:|\\|\0/i.test(path)) throw refusal(`${path} is no path.`)
    for (const part of path.split('/')) {
      const visible = part.replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
      const name = (visible.split(':')[0] ?? '').replace(/[. ]+$/, '').toLowerCase()
      if (part === '' || /^\.\.?$/.test(part) || name === '.git' || name === 'git~1')
        throw refusal(`${path} is no path.`)
    }
    for (const [each, entry] of this.#files) {
      if (isLink(entry) && path.startsWith(`${each}/`)) throw refusal(`${each} is a ${entry.kind}.`)
    }
  }

  #accepts(path: string, only: readonly string[] | undefined): boolean {
    if (only === undefined || only.length === 0) return true
    return only.some((each) => {
      const folder = each.replace(/\/+$/, '')
      this.#assertPath(folder)
      return path === folder || path.startsWith(`${folder}/`) || globOf(folder).test(path)
    })
  }
}

function entryOf(file: SeedFile): Entry {
  if (typeof file === 'string' || file instanceof Uint8Array)
    return { kind: 'file', content: Buffer.from(file) }
  if (file.kind === 'executable') return { kind: 'executable', content: Buffer.from(file.content) }
  return { kind: file.kind, content: Buffer.from(file.kind === 'symlink' ? file.target : file.commit) }
}

function isLink({ kind }: Entry): boolean {
  return kind === 'symlink' || kind === 'submodule'
}

function contentOf(entry: Entry | undefined): Uint8Array | undefined {
  return entry === undefined || isLink(entry) ? undefined : Uint8Array.from(entry.content)
}

function linesOf(content: Uint8Array | undefined): string[] {
  const text = Buffer.from(content ?? []).toString('utf8')
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function patternOf({ pattern, fixed, ignoreCase }: SearchRequest): RegExp {
  if (pattern.includes('\0')) throw refusal('A pattern cannot have a NUL.')
  try {
    return new RegExp(
      fixed ? pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&') : pattern,
      ignoreCase ? 'ui' : 'u',
    )
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(`The pattern is wrong: ${error.message}`)
    throw error
  }
}

function globOf(glob: string): RegExp {
  const source = glob
    .replaceAll(/[\\^$.+()|[\]]/g, '\\$&')
    .replaceAll(/\{([^{}]*)\}/g, (_, list: string) => `(?:${list.split(',').join('|')})`)
    .replaceAll(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))
  return new RegExp(`^${source}$`)
}

function refusal(message: string): DocentError {
  return new DocentError('invalid_request', message)
}
