import { parentPort } from 'node:worker_threads'
import type { SourceText } from './ingest/page-parser.ts'
import { parseSourceText } from './ingest/parse-source-text.ts'

/** Entry of a parsing thread (see ingest/thread-pool-parser.ts): a list of files in, the list of results out. */
parentPort?.on('message', (files: readonly SourceText[]) => {
  parentPort?.postMessage(files.map(parseSourceText))
})
