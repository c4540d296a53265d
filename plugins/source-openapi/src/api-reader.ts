import {
  type DeclaredOpenapi,
  defined,
  detectLayout,
  isLayoutFile,
  namedSettings,
  type SiteLayout,
} from '@docent/content'
import { isMachineFailure } from '@docent/core/plugin'
import { slug } from 'github-slugger'
import { type MissingReference, objectOf, textOf } from './description.ts'
import { mintlifyAddresses } from './mintlify-address.ts'
import { type OperationPage, operationPages } from './operation-pages.ts'
import { readDescription } from './read-descriptions.ts'

/** Of one description: whoever gets its pages takes them in one go. */
const MOST_PAGES = 10_000
const MOST_CHARACTERS = 64_000_000

export type SharedContent = Uint8Array<SharedArrayBuffer>

/** What a reader must know of the documentation. Plain data: it may be another thread. */
export interface ApiFiles {
  /** Every file, relative to the documentation folder. */
  files: readonly string[]
  /** Contents of data and configuration, in memory that threads share: copying all of them would hold the server up. */
  contents: ReadonlyMap<string, SharedContent>
}

export interface Api {
  kind: 'api'
  /** Of the description. */
  file: string
  /** Its title, as a part of a path. */
  title: string
  pages: OperationPage[]
  /** Where the site begins. */
  root: string
  /** Where the site itself shows the operations, and which. */
  declared?: DeclaredOpenapi
  /** References that lead nowhere, each once, with the file they stand in. */
  missing: MissingReference[]
}

export type ReadApi = Api | { kind: 'other' } | { kind: 'unreadable'; file: string; reason: string }

/** Reads OpenAPI descriptions and writes the pages of their operations: what a worker thread runs. */
export class ApiReader {
  readonly #contents: ReadonlyMap<string, SharedContent>
  readonly #files: readonly string[]
  readonly #texts = new Map<string, string>()
  #layout: SiteLayout | undefined

  constructor({ files, contents }: ApiFiles) {
    this.#files = files
    this.#contents = contents
  }

  /** Never throws: what cannot be read is a result of its own. */
  read(file: string): ReadApi {
    try {
      const description = readDescription(file, (path) => this.#textOf(path))
      if (description === undefined) return { kind: 'other' }
      const { root, openapi } = this.#site()
      // Operations stand among the pages of the site, wherever their description lies.
      const declared = openapi?.find(({ source }) => source === file)
      const pages = operationPages(description, declared === undefined ? undefined : mintlifyAddresses())
      const characters = pages.reduce((sum, { text }) => sum + text.length, 0)
      if (pages.length > MOST_PAGES || characters > MOST_CHARACTERS)
        throw new RangeError(
          `It describes more than ${MOST_PAGES} operations or ${MOST_CHARACTERS} characters`,
        )
      const title = slug(textOf(objectOf(description.root.info).title) ?? file)
      const { missing } = description
      return { kind: 'api', file, title, pages, root, missing, ...defined({ declared }) }
    } catch (error) {
      if (isMachineFailure(error)) throw error
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      return { kind: 'unreadable', file, reason }
    }
  }

  #site(): SiteLayout {
    if (this.#layout !== undefined) return this.#layout
    const settings = [...this.#contents.keys()].filter(isLayoutFile)
    const texts = new Map(settings.map((path) => [path, this.#textOf(path) ?? '']))
    for (const path of namedSettings(texts)) {
      const text = this.#textOf(path)
      if (text !== undefined) texts.set(path, text)
    }
    this.#layout = detectLayout({ files: this.#files, texts })
    return this.#layout
  }

  #textOf(path: string): string | undefined {
    const content = this.#contents.get(path)
    if (content === undefined) return undefined
    const text = this.#texts.get(path) ?? new TextDecoder().decode(content)
    this.#texts.set(path, text)
    return text
  }
}
