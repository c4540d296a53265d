import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CrawlState, emptyState } from './crawl-state.ts'

/**
 * The pages of one site on disk, each under the hash of its content, and what is known of them. Content is never changed,
 * so a snapshot stays what it was while the site is read again.
 */
export class PageStore {
  readonly #directory: string
  /** Snapshots that are being read. */
  #open = 0

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Empty when there is none, when it is another site's, or when it cannot be read: the site is then read anew. */
  async load(site: string): Promise<CrawlState> {
    const text = await readText(join(this.#directory, 'crawl.json'))
    const parsed = text === undefined ? undefined : CrawlState.safeParse(parseJson(text))
    if (!parsed?.success || parsed.data.site !== site) return emptyState(site)
    const kept = new Set(await listFolder(join(this.#directory, 'pages')))
    // A page whose content was lost must not be taken for unchanged.
    const pages = Object.entries(parsed.data.pages).filter(([, { hash }]) => !hash || kept.has(hash))
    return { ...parsed.data, pages: Object.fromEntries(pages) }
  }

  async save(state: CrawlState): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    await this.#write('crawl.json', JSON.stringify(state))
  }

  /** @returns hash of the content */
  async add(content: Uint8Array): Promise<string> {
    const hash = createHash('sha256').update(content).digest('hex')
    const file = join('pages', hash)
    if (await exists(join(this.#directory, file))) return hash
    await mkdir(join(this.#directory, 'pages'), { recursive: true, mode: 0o700 })
    await this.#write(file, content)
    return hash
  }

  read(hash: string, signal?: AbortSignal): Promise<Uint8Array> {
    return readFile(join(this.#directory, 'pages', hash), { signal })
  }

  opened(): void {
    this.#open++
  }

  closed(): void {
    this.#open--
  }

  /** Deletes pages that no state names; later, while a snapshot is being read. */
  async prune({ pages }: CrawlState): Promise<void> {
    if (this.#open > 0) return
    const used = new Set(Object.values(pages).map(({ hash }) => hash))
    const folder = join(this.#directory, 'pages')
    const unused = (await listFolder(folder)).filter((name) => !used.has(name))
    await Promise.all(unused.map((name) => rm(join(folder, name), { force: true })))
  }

  /** In one step: a crash leaves what was there. */
  async #write(file: string, content: string | Uint8Array): Promise<void> {
    const target = join(this.#directory, file)
    const temporary = `${target}.${randomUUID()}`
    await writeFile(temporary, content)
    await rename(temporary, target)
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function listFolder(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
