import type { Page } from '@docent/content'
import { LruCache, pictureAddress } from '@docent/core'
import type { CallOptions } from '@docent/core/plugin'
import type { SiteContents } from './site-contents.ts'

/** Revisions of sites that are kept; one holds the paths of its pictures. */
const MOST_KEPT = 50
const AT_ONCE = 16
/** The name of a picture as pages write it: in quotes or brackets with spaces, else without. */
const PICTURE =
  /"([^"\n]{1,1000}\.(?:png|jpe?g|gif|webp|avif|ico|svg))(?=["?#])|'([^'\n]{1,1000}\.(?:png|jpe?g|gif|webp|avif|ico|svg))(?=['?#])|<([^<>\n]{1,1000}\.(?:png|jpe?g|gif|webp|avif|ico|svg))(?=[>?#])|([^\s"'`()<>[\]{}=,]{1,1000}\.(?:png|jpe?g|gif|webp|avif|ico|svg))(?![\w-])/gi

interface Known {
  files: Set<string>
  /** All pages were looked at. */
  whole?: Promise<void>
}

/**
 * Which pictures the pages of a site use that its readers may see: a picture of a page that is limited to groups is as
 * limited as the page.
 */
export class UsedPictures {
  readonly #known = new LruCache<Known>(MOST_KEPT)

  /** A page was shown: its pictures are asked for next. */
  note(contents: SiteContents, page: Page): void {
    this.#add(this.#of(contents), contents, page)
  }

  /** @param file as the addresses of pictures name it: a path in the repository */
  async isUsed(contents: SiteContents, file: string, options: CallOptions): Promise<boolean> {
    const known = this.#of(contents)
    if (known.files.has(file)) return true
    known.whole ??= this.#readAll(known, contents).catch((error: unknown) => {
      // A failure is not remembered.
      delete known.whole
      throw error
    })
    await known.whole
    options.signal?.throwIfAborted()
    return known.files.has(file)
  }

  #of({ base, outline }: SiteContents): Known {
    const key = `${base} ${outline.revision}`
    let known = this.#known.get(key)
    if (known === undefined) {
      known = { files: new Set() }
      this.#known.set(key, known)
    }
    return known
  }

  /** All concurrent callers share it, so one caller's abort does not end it. */
  async #readAll(known: Known, contents: SiteContents): Promise<void> {
    const { outline, preview } = contents
    const paths = outline.pages.map(({ path }) => path)
    const reads = [
      ...paths.map((path) => () => contents.page(path, {})),
      ...[...(preview?.changed ?? [])].map((path) => () => preview?.before.page(path, {})),
    ]
    for (let at = 0; at < reads.length; at += AT_ONCE) {
      const pages = await Promise.all(reads.slice(at, at + AT_ONCE).map((read) => read()))
      for (const page of pages) if (page !== undefined) this.#add(known, contents, page)
    }
  }

  #add(known: Known, { project }: SiteContents, page: Page): void {
    for (const target of picturesOf(page))
      known.files.add(pictureAddress(page.file, target, project.docsPath))
  }
}

function picturesOf(page: Page): string[] {
  const links = page.links.filter(({ kind }) => kind === 'image').map(({ target }) => target)
  const text = `${page.content}\n${JSON.stringify(page.frontmatter)}`
  const named = [...text.matchAll(PICTURE)].map(
    ([, ...groups]) => groups.find((each) => each !== undefined) ?? '',
  )
  return [...links, ...named].map((target) => target.replace(/[?#].*$/s, ''))
}
