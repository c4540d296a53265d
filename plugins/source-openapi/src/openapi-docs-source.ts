import {
  contentHash,
  type DeclaredOpenapi,
  detectLayout,
  isDocumentationFile,
  isLayoutFile,
  type SiteLayout,
} from '@docent/content'
import type { CallOptions, DocsSource, Logger, Project, SourceFile, SourceSnapshot } from '@docent/core'
import { slug } from 'github-slugger'
import { type Description, objectOf, textOf } from './description.ts'
import { normalizePath } from './file-path.ts'
import { mintlifyAddresses } from './mintlify-address.ts'
import { type OperationPage, operationPages } from './operation-pages.ts'
import { OpenapiOptions, type OpenapiSettings } from './options.ts'
import { readDescriptions } from './read-descriptions.ts'

/** `openapi: POST /users`, or with the file before it: the page of an operation, written by hand. */
const NAMED_OPERATION = /^openapi:\s*["']?(?:(\S+\.(?:json|ya?ml))\s+)?(\w+\s+\S+?)["']?\s*$/im
const FRONTMATTER = /^\ufeff?---\r?\n[\s\S]*?\n---/

interface Api {
  description: Description
  folder: string
  pages: OperationPage[]
  /** Names of the operations that get pages of their own; absent: all. */
  shown?: ReadonlySet<string>
}

/**
 * Another source, and beside its files a page for each operation of the OpenAPI descriptions among them. A page that
 * names an operation in its frontmatter gets the text of that operation, and no other page is made for it.
 */
export class OpenapiDocsSource implements DocsSource {
  readonly #source: DocsSource
  readonly #settings: OpenapiSettings
  readonly #logger: Logger | undefined

  constructor(source: DocsSource, options: OpenapiOptions = {}, logger?: Logger) {
    this.#source = source
    this.#settings = OpenapiOptions.parse(options)
    this.#logger = logger
  }

  get name(): string {
    return this.#source.name
  }

  matches(project: Project): boolean {
    return this.#source.matches(project)
  }

  /** @throws what the other source throws; a description that cannot be read is told in the log and left out. */
  async list(
    project: Project,
    options: Parameters<DocsSource['list']>[1],
  ): Promise<SourceSnapshot | undefined> {
    const snapshot = await this.#source.list(project, options)
    if (snapshot === undefined) return undefined
    try {
      const call = options.signal === undefined ? {} : { signal: options.signal }
      const files = await this.#withOperations(project, snapshot.files, call)
      const { assistantInstructions, problems } = snapshot
      return {
        revision: snapshot.revision,
        files,
        ...(problems === undefined ? {} : { problems }),
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

  async #withOperations(project: Project, files: SourceFile[], options: CallOptions): Promise<SourceFile[]> {
    const { descriptions, unreadable } = await readDescriptions(files, options)
    for (const { file, reason } of unreadable) {
      this.#logger?.warn({ project: project.id, file, reason }, 'the API description could not be read')
    }
    if (descriptions.length === 0) return files
    const layout = await layoutOf(files, options)
    const folder = normalizePath(`${layout.root}/${this.#settings.folder}`)
    const apis = descriptions.map((description): Api => {
      const declared = layout.openapi?.find(({ source }) => source === description.file)
      if (declared !== undefined) return declaredApi(description, declared, layout.root)
      const title = slug(textOf(objectOf(description.root.info).title) ?? description.file)
      const own = descriptions.length === 1 ? folder : `${folder}/${title}`
      return { description, folder: own, pages: operationPages(description) }
    })
    const taken = new Set<OperationPage>()
    const enriched = await Promise.all(files.map((file) => enrich(file, apis, taken, options)))
    const paths = new Set(files.map(({ path }) => path))
    const made = apis.flatMap(({ folder: own, pages, shown }) =>
      pages
        .filter((page) => !taken.has(page) && (shown?.has(page.name) ?? true))
        .map((page) =>
          madeFile(
            normalizePath(page.path.startsWith('/') ? `${layout.root}${page.path}` : `${own}/${page.path}`),
            page.text,
          ),
        ),
    )
    // What is written by hand stands above what would be made at its place.
    return [...enriched, ...made.filter(({ path }) => !paths.has(path))]
  }
}

/** The operations that the site says it shows, where it shows them; the others lend their text to pages that name them. */
function declaredApi(
  description: Description,
  { directory, operations }: DeclaredOpenapi,
  root: string,
): Api {
  const pages = operationPages(description, mintlifyAddresses())
  return {
    description,
    folder: normalizePath(`${root}/${directory}`),
    pages,
    ...(operations === undefined ? {} : { shown: new Set(operations) }),
  }
}

/** Operations stand among the site's pages, wherever their description lies. */
async function layoutOf(files: readonly SourceFile[], options: CallOptions): Promise<SiteLayout> {
  const texts = await Promise.all(
    files
      .filter(({ path }) => isLayoutFile(path))
      .map(
        async (file): Promise<[string, string]> => [
          file.path,
          new TextDecoder().decode(await file.read(options)),
        ],
      ),
  )
  return detectLayout({ files: files.map(({ path }) => path), texts: new Map(texts) })
}

async function enrich(
  file: SourceFile,
  apis: readonly Api[],
  taken: Set<OperationPage>,
  options: CallOptions,
): Promise<SourceFile> {
  if (!isDocumentationFile(file.path)) return file
  const head = FRONTMATTER.exec(new TextDecoder().decode(await file.read(options)))?.[0]
  const named = head === undefined ? null : NAMED_OPERATION.exec(head)
  if (named === null) return file
  const [, api = '', wanted = ''] = named
  const name = wanted.replace(/^\S+/, (method) => method.toUpperCase()).replace(/\s+/, ' ')
  const page = apis
    .filter(({ description }) => description.file.endsWith(normalizePath(api)))
    .flatMap(({ pages }) => pages)
    .find((candidate) => candidate.name === name)
  if (page === undefined) return file
  taken.add(page)
  const body = /\.mdx$/i.test(file.path) ? asMdx(page.body) : page.body
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
