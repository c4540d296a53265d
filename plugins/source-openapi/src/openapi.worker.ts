import { parentPort, workerData } from 'node:worker_threads'
import { THREAD_READY } from '@docent/core/plugin'
import { type ApiFiles, ApiReader } from './api-reader.ts'

/** Entry of a worker thread (see read-apis.ts): paths of data files in, what each describes out. */
const site: ApiFiles = workerData
const reader = new ApiReader(site)
parentPort?.on('message', (files: readonly string[]) => {
  for (const file of files) parentPort?.postMessage([reader.read(file)])
})
parentPort?.postMessage(THREAD_READY)
