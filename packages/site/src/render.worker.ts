import { parentPort } from 'node:worker_threads'
import { type PageSource, renderPage } from './render-page.ts'

/** Entry of a worker thread: pages in, a list with the HTML of each out, in their order. */
parentPort?.on('message', (pages: readonly PageSource[]) => {
  for (const page of pages) parentPort?.postMessage([renderPage(page)])
})
