import { contentHash, defined, isDocumentationFile, MARKDOWN_EXTENSION } from '@docent/content'
import type {
  CallOptions,
  DocsSource,
  PageFolder,
  Project,
  SourceFile,
  SourceFileRequest,
  SourceProblem,
  SourceSnapshot,
} from '@docent/core/plugin'
import { slug } from 'github-slugger'
import type { Api, ReadApi } from './api-reader.ts'
import { normalizePath } from './description/file-path.ts'
import { joined, namedPages } from './named-pages.ts'
import { OpenapiOptions, type OpenapiSettings } from './options.ts'
import { linkedBody, linkedPages, type PlacedPage, placePages } from './placed-pages.ts'
import { readApis } from './read-apis.ts'

/**
 * Another source, and beside its files the pages of the OpenAPI descriptions among them. A page that names an operation
 * or a schema in its frontmatter gets its text, and no other page is made for it.
 */
export class OpenapiDocsSource implements DocsSource {
  readonly #source: DocsSource
  readonly #settings: OpenapiSettings

  constructor(source: DocsSource, options: OpenapiOptions = {}) {
    this.#source = source
    this.#settings = OpenapiOptions.parse(options)
  }

  get name(): string {
    return this.#source.name
  }

  matches(project: Project): boolean {
    return this.#source.matches(project)
  }

  /** @throws what the other source throws; a description that cannot be read is a problem of the snapshot. */
  async list(
    project: Project,
    options: Parameters<DocsSource['list']>[1],
  ): Promise<SourceSnapshot | undefined> {
    const snapshot = await this.#source.list(project, options)
    if (snapshot === undefined) return undefined
    try {
      const { signal } = options
      const { files, made, problems: found } = await this.#withOperations(snapshot.files, defined({ signal }))
      const { assistantInstructions, unread } = snapshot
      const problems = [...(snapshot.problems ?? []), ...found]
      return {
        revision: snapshot.revision,
        files,
        problems,
        made,
        ...defined({ unread }),
        close: () => snapshot.close(),
        ...(assistantInstructions === undefined
          ? {}
          : { assistantInstructions: (each?: CallOptions) => assistantInstructions.call(snapshot, each) }),
      }
    } catch (error) {
      await snapshot.close()
      throw error
    }
  }

  async readFile(
    project: Project,
    request: SourceFileRequest,
    options?: CallOptions,
  ): Promise<Uint8Array | undefined> {
    return this.#source.readFile?.(project, request, options)
  }

  async pageFolders(project: Project, revision: string, options?: CallOptions): Promise<PageFolder[]> {
    return (await this.#source.pageFolders?.(project, revision, options)) ?? []
  }

  async #withOperations(
    files: SourceFile[],
    options: CallOptions,
  ): Promise<{ files: SourceFile[]; made: string[]; problems: SourceProblem[] }> {
    const read = await readApis(files, options)
    const problems = read.flatMap(problemsOf)
    const apis = distinct(read.filter((each) => each.kind === 'api'))
    if (apis.length === 0) return { files, made: [], problems }
    const placed = apis.flatMap((api) => placePages(api, this.#folderOf(api, apis)))
    const written = await namedPages(files, placed, options)
    const paths = new Set(files.filter(({ path }) => isDocumentationFile(path)).map(({ path }) => stem(path)))
    const made = new Set<PlacedPage>()
    const show = (each: PlacedPage) => {
      if (each.isShown) return
      each.isShown = true
      each.path = freePath(each.path, paths)
      made.add(each)
    }
    for (const each of placed) if (isDeclared(each)) show(each)
    for (const each of written.values()) for (const linked of linkedPages(each)) show(linked)
    // A set gives what is added while it is walked through: schemas lead to further schemas.
    for (const each of made) for (const linked of linkedPages(each)) show(linked)
    const enriched = files.map((file) => {
      const page = written.get(file)
      return page === undefined ? file : joined(file, page)
    })
    const own = [...made].map(madeFile)
    return { files: [...enriched, ...own], made: own.map(({ path }) => path), problems }
  }

  /** A folder of its own for each description that the site itself does not place. */
  #folderOf({ file, root, declared, titles: [title, withVersion] }: Api, apis: readonly Api[]): string {
    if (declared !== undefined) return normalizePath(`${root}/${declared.directory}`)
    const folder = normalizePath(`${root}/${this.#settings.folder}`)
    if (apis.length === 1) return folder
    const isOnly = (at: 0 | 1, name: string) => apis.filter(({ titles }) => titles[at] === name).length === 1
    if (isOnly(0, title)) return `${folder}/${title}`
    return `${folder}/${isOnly(1, withVersion) ? withVersion : slug(file.replaceAll(/[/.]/g, '-'))}`
  }
}

/** One description may be there twice, as JSON and as YAML. */
function distinct(apis: readonly Api[]): Api[] {
  const seen = new Set<string>()
  return apis.filter(({ file, titles, declared, pages }) => {
    const texts = declared === undefined ? pages.map(({ head, body }) => head + body) : [file]
    const all = contentHash([...titles, ...texts].join('\0'))
    if (seen.has(all)) return false
    seen.add(all)
    return true
  })
}

/** Whether the site shows it by itself: the other operations lend their text to pages that name them. */
function isDeclared({ api: { declared }, page: { kind, name } }: PlacedPage): boolean {
  if (declared?.operations === undefined) return true
  return kind === 'overview' || (kind === 'operation' && declared.operations.includes(name))
}

/** A path that no page has yet, which it has from now on. What is written by hand keeps its own. */
function freePath(path: string, taken: Set<string>): string {
  const base = stem(path)
  let free = base
  for (let count = 1; taken.has(free); count++) free = `${base}-${count}`
  taken.add(free)
  return free + MARKDOWN_EXTENSION
}

function stem(path: string): string {
  return path.replace(/\.\w+$/, '')
}

/** What readers of the site see of an API, and readers of the pages here do not. */
function problemsOf(read: ReadApi): SourceProblem[] {
  if (read.kind === 'other') return []
  if (read.kind === 'unreadable') {
    const message = `The API description could not be read: ${read.reason}`
    return [{ kind: 'openapi', path: read.file, message, severity: 'error' }]
  }
  return read.problems.map(({ file, message }) => ({
    kind: 'openapi',
    path: file,
    message,
    severity: 'warning',
  }))
}

function madeFile(placed: PlacedPage): SourceFile {
  const { path, page } = placed
  const text = `${page.head}\n${linkedBody(placed)}`
  return { path, hash: contentHash(text), read: async () => new TextEncoder().encode(text) }
}
