import { parentPort, workerData } from 'node:worker_threads'
import { defined, parsePage } from '@docent/content'
import { type PageSource, type RenderOptions, renderPage } from './render-page.ts'
import type { RenderedPage } from './rendered-page.ts'

/** What a thread is asked to render: a page, or a file as it is written, with its changes from `other` marked. */
export type RenderRequest =
  | (PageSource & { other?: PageSource })
  | { file: string; source: string; other?: string }

const options: RenderOptions = workerData ?? {}

/** Entry of a worker thread: requests in, a list with the HTML of each out, in their order. */
parentPort?.on('message', (requests: readonly RenderRequest[]) => {
  for (const request of requests) parentPort?.postMessage([render(request)])
})
// `THREAD_READY` of core, which this package doesn't import.
parentPort?.postMessage('ready')

function render(request: RenderRequest): RenderedPage {
  if ('content' in request) return renderPage(request, request.other, options)
  const { file, source, other } = request
  const { page } = parsePage(file, source)
  const { title, description } = page
  const rendered = renderPage(page, other === undefined ? undefined : parsePage(file, other).page, options)
  return { ...rendered, title, ...defined({ description }) }
}
