import { parentPort, workerData } from 'node:worker_threads'
import { type InspectedText, inspectSourceText } from './ingest/parsing/inspect-source-text.ts'
import { loadSiteModules } from './ingest/parsing/load-site-modules.ts'
import { SiteReader } from './ingest/parsing/site-reader.ts'
import type { SiteRequest, ThreadWork } from './ingest/parsing/thread-pool-parser.ts'
import { THREAD_READY } from './ingest/parsing/thread-ready.ts'

const POST_EVERY_MS = 10

/** Entry of a worker thread (see ingest/parsing/thread-pool.ts): a list in, lists of results out, one for each item, in order. */
const work: ThreadWork = workerData
let reader: SiteReader | undefined

await loadSiteModules(work.modules)

async function answer(item: InspectedText | SiteRequest): Promise<unknown> {
  if (work.kind === 'inspect') return inspectSourceText(item as InspectedText)
  // Made with the first request: what the configuration costs counts against the limits of that request.
  reader ??= new SiteReader(work.site)
  const request = item as SiteRequest
  if (request === 'describe') return reader.describe()
  return 'arranged' in request ? { navigation: reader.arrange(request.arranged) } : reader.parse(request)
}

parentPort?.on('message', async (items: readonly (InspectedText | SiteRequest)[]) => {
  let answers: unknown[] = []
  let postedAt = performance.now()
  for (const item of items) {
    answers.push(await answer(item))
    // Small results go together: a message costs as much as a small page.
    if (performance.now() - postedAt < POST_EVERY_MS) continue
    parentPort?.postMessage(answers)
    answers = []
    postedAt = performance.now()
  }
  if (answers.length > 0) parentPort?.postMessage(answers)
})
parentPort?.postMessage(THREAD_READY)
