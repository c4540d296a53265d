import type { Docent } from '@docent/core'
import type { SitePages } from './site-pages.ts'

/** Opens what renders pages when the first reader comes: a start does not wait for parsers. */
export class LazySite {
  readonly #docent: Docent
  #opened: Promise<SitePages> | undefined

  constructor(docent: Docent) {
    this.#docent = docent
  }

  open(): Promise<SitePages> {
    this.#opened ??= import('./site-pages.ts').then(({ SitePages: pages }) => pages.open(this.#docent))
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
