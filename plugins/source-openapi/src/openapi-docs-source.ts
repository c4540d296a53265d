import { contentHash, defined, formatOf, isDocumentationFile } from '@docent/content'
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
import type { Api, ReadApi } from './api-reader.ts'
import { normalizePath } from './file-path.ts'
import type { OperationPage } from './operation-pages.ts'
import { OpenapiOptions, type OpenapiSettings } from './options.ts'
import { readApis } from './read-apis.ts'

/** `openapi: POST /users`, or with the file before it: the page of an operation, written by hand. */
const NAMED_OPERATION = /^openapi:\s*["']?(?:(\S+\.(?:json|ya?ml))\s+)?(\w+\s+\S+?)["']?\s*$/im
const FRONTMATTER = /^\ufeff?---\r?\n[\s\S]*?\n---/

/** Longest frontmatter, bytes. */
const LONGEST_HEAD = 65_536

/**
 * Another source, and beside its files a page for each operation of the OpenAPI descriptions among them. A page that
 * names an operation in its frontmatter gets the text of that operation, and no other page is made for it.
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
      const { files, problems: found } = await this.#withOperations(snapshot.files, defined({ signal }))
      const { assistantInstructions, unread } = snapshot
      const problems = [...(snapshot.problems ?? []), ...found]
      return {
        revision: snapshot.revision,
        files,
        problems,
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
  ): Promise<{ files: SourceFile[]; problems: SourceProblem[] }> {
    const read = await readApis(files, options)
    const problems = read.flatMap(problemsOf)
    const apis = read.filter((each) => each.kind === 'api')
    if (apis.length === 0) return { files, problems }
    const taken = new Set<OperationPage>()
    const enriched = await Promise.all(files.map((file) => enrich(file, apis, taken, options)))
    const paths = new Set(files.map(({ path }) => path))
    const made = new Map<string, SourceFile>()
    for (const api of apis) {
      const folder = this.#folderOf(api, apis.length)
      // The operations that the site says it shows; the others lend their text to pages that name them.
      const shown = api.declared?.operations === undefined ? undefined : new Set(api.declared.operations)
      let doubled = 0
      for (const page of api.pages) {
        if (taken.has(page) || !(shown?.has(page.name) ?? true)) continue
        const path = normalizePath(
          page.path.startsWith('/') ? `${api.root}${page.path}` : `${folder}/${page.path}`,
        )
        if (made.has(path)) doubled += 1
        // What is written by hand stands above what would be made at its place.
        else if (!paths.has(path)) made.set(path, madeFile(path, page.text))
      }
      if (doubled > 0) problems.push(sharedAddresses(api.file, doubled))
    }
    return { files: [...enriched, ...made.values()], problems }
  }

  #folderOf({ root, declared, title }: Api, apis: number): string {
    if (declared !== undefined) return normalizePath(`${root}/${declared.directory}`)
    const folder = normalizePath(`${root}/${this.#settings.folder}`)
    return apis === 1 ? folder : `${folder}/${title}`
  }
}

/** What readers of the site see of an API, and readers of the pages here do not. */
function problemsOf(read: ReadApi): SourceProblem[] {
  if (read.kind === 'other') return []
  const { file: path } = read
  if (read.kind === 'unreadable') {
    const message = `The API description could not be read: ${read.reason}`
    return [{ kind: 'openapi', path, message, severity: 'error' }]
  }
  return read.missing.map(({ file, target }) => {
    const message = `"${target}" leads nowhere, so what it describes is missing.`
    return { kind: 'openapi', path: file, message, severity: 'warning' }
  })
}

function sharedAddresses(path: string, count: number): SourceProblem {
  const message = `${count} of its operations have the address of an operation of another description, and are left out. Give the descriptions different titles.`
  return { kind: 'openapi', path, message, severity: 'warning' }
}

async function enrich(
  file: SourceFile,
  apis: readonly Api[],
  taken: Set<OperationPage>,
  options: CallOptions,
): Promise<SourceFile> {
  if (!isDocumentationFile(file.path)) return file
  const start = (await file.read(options)).subarray(0, LONGEST_HEAD)
  const head = FRONTMATTER.exec(new TextDecoder().decode(start))?.[0]
  const named = head === undefined ? null : NAMED_OPERATION.exec(head)
  if (named === null) return file
  const [, api = '', wanted = ''] = named
  const name = wanted.replace(/^\S+/, (method) => method.toUpperCase()).replace(/\s+/, ' ')
  const page = apis
    .filter((each) => each.file.endsWith(normalizePath(api)))
    .flatMap(({ pages }) => pages)
    .find((candidate) => candidate.name === name)
  if (page === undefined) return file
  taken.add(page)
  const body = formatOf(file.path).name === 'mdx' ? asMdx(page.body) : page.body
  return {
    path: file.path,
    hash: contentHash(`${file.hash} ${body}`),
    read: async (call) => {
      const text = new TextDecoder().decode(await file.read(call))
      return new TextEncoder().encode(`${text.trimEnd()}\n\n${body}`)
    },
  }
}

/** Braces and angle brackets begin code in MDX, but not inside of code spans and fences. */
function asMdx(markdown: string): string {
  return markdown
    .split(/(````[\s\S]*?````|```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll('{', '&#123;').replaceAll('<', '&lt;')))
    .join('')
}

function madeFile(path: string, text: string): SourceFile {
  return { path, hash: contentHash(text), read: async () => new TextEncoder().encode(text) }
}
