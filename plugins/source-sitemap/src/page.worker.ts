import { parentPort, workerData } from 'node:worker_threads'
import { THREAD_READY } from '@docent/core/plugin'
import type { ReaderSite } from './pages/page-reader.ts'
import { type PageInput, readReply } from './pages/read-reply.ts'
import { SiteScope } from './pages/site-scope.ts'

/** Entry of a worker thread (see pages/thread-reader.ts): pages in, what each is out. */
const { source, origins, product }: ReaderSite = workerData
const scope = new SiteScope(source, origins)
parentPort?.on('message', (pages: readonly PageInput[]) => {
  for (const page of pages) parentPort?.postMessage([readReply(page, { scope, product })])
})
parentPort?.postMessage(THREAD_READY)
