import { parentPort, workerData } from 'node:worker_threads'
import { type InspectedText, inspectSourceText } from './ingest/inspect-source-text.ts'
import type { SourceText } from './ingest/page-parser.ts'
import { parseSourceText } from './ingest/parse-source-text.ts'
import type { ThreadWork } from './ingest/pool-thread.ts'

/** Entry of a worker thread (see ingest/thread-pool.ts): a list of files in, the list of results out. */
const work: ThreadWork = workerData
parentPort?.on('message', async (files: readonly (SourceText & InspectedText)[]) => {
  const results =
    work === 'inspect' ? await Promise.all(files.map(inspectSourceText)) : files.map(parseSourceText)
  parentPort?.postMessage(results)
})
