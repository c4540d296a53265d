import type { Docent } from '@docent/core/plugin'
import type { SitePages } from './site-pages.ts'

/** Opens what renders pages when the first reader comes: a start does not wait for parsers. */
export class LazySite {
  readonly #docent: Docent
  readonly #imageHosts: readonly string[]
  #opened: Promise<SitePages> | undefined

  constructor(docent: Docent, imageHosts: readonly string[]) {
    this.#docent = docent
    this.#imageHosts = imageHosts
  }

  open(): Promise<SitePages> {
    this.#opened ??= import('./site-pages.ts').then(({ SitePages: pages }) =>
      pages.open(this.#docent, this.#imageHosts),
    )
    // A failure is not remembered.
    this.#opened.catch(() => {
      this.#opened = undefined
    })
    return this.#opened
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close()
  }
}
