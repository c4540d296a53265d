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
import type { DescriptionProblem } from './description/description.ts'
import { readDescription } from './description/read-description.ts'
import { objectOf, textOf } from './description/values.ts'
import { type ApiPage, apiPages } from './pages/api-pages.ts'
import { mintlifyAddresses } from './pages/mintlify-address.ts'

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
  /** Its title, and its title with its version, as parts of a path. */
  titles: [title: string, withVersion: string]
  pages: ApiPage[]
  /** Where the site begins. */
  root: string
  /** Where the site itself shows the operations, and which. */
  declared?: DeclaredOpenapi
  problems: DescriptionProblem[]
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
      const pages = apiPages(description, declared === undefined ? undefined : mintlifyAddresses())
      const characters = pages.reduce((sum, { body }) => sum + body.length, 0)
      if (pages.length > MOST_PAGES || characters > MOST_CHARACTERS)
        throw new RangeError(
          `Its ${pages.length} pages have ${characters} characters, and at most ${MOST_PAGES} and ${MOST_CHARACTERS} are read`,
        )
      const info = objectOf(description.root.info)
      const title = slug(textOf(info.title) ?? file)
      const titles: Api['titles'] = [title, slug(`${title} ${info.version ?? ''}`.trim())]
      return {
        kind: 'api',
        file,
        titles,
        pages,
        root,
        problems: description.problems,
        ...defined({ declared }),
      }
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
