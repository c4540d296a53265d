import type { ArrangedPage } from '@docent/content'
import type { CallOptions } from '../../ports/call-options.ts'
import type {
  NavigationPlace,
  PageParser,
  ParsedFile,
  SiteDescription,
  SiteFiles,
  SourceText,
} from './page-parser.ts'
import { SiteReader } from './site-reader.ts'

/** Parses in this thread, a file at a time with a turn for other work in between. For tests of sources alone. */
export class InProcessParser implements PageParser {
  readonly #site: SiteFiles
  #reader: SiteReader | undefined

  constructor(site: SiteFiles) {
    this.#site = site
  }

  async describe(): Promise<SiteDescription> {
    return this.#opened().describe()
  }

  async arrange(pages: ReadonlyMap<string, ArrangedPage>): Promise<readonly NavigationPlace[]> {
    return this.#opened().arrange(pages)
  }

  async parse(files: readonly SourceText[], { signal }: CallOptions = {}): Promise<ParsedFile[]> {
    const parsed: ParsedFile[] = []
    for (const file of files) {
      signal?.throwIfAborted()
      parsed.push(await this.#opened().parse(file))
      await new Promise(setImmediate)
    }
    return parsed
  }

  async close(): Promise<void> {}

  #opened(): SiteReader {
    this.#reader ??= new SiteReader(this.#site)
    return this.#reader
  }
}
