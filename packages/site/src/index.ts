import type { PageSource } from './render-page.ts'
import type { RenderedPage } from './rendered-page.ts'

export type { RenderRequest } from './render.worker.ts'
export type { PageSource } from './render-page.ts'
export { CHANGE_ID, fillReferences, type PageReference, type RenderedPage } from './rendered-page.ts'
export { renderWorkerEntry } from './worker-entry.ts'

/**
 * Renders a page in this thread. A server renders the pages of strangers in threads: see `renderWorkerEntry`.
 *
 * @example
 * const page = await renderPage({ file: 'a.md', content: '[Next](b.md)', headings: [] })
 * fillReferences(page, ({ target }) => `/site/docs/${target}`)
 */
export async function renderPage(page: PageSource): Promise<RenderedPage> {
  // Who only fills references needs no parser.
  const renderer = await import('./render-page.ts')
  return renderer.renderPage(page)
}
