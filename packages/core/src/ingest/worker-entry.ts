import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The entry of worker threads, beside the bundle; undefined when this runs from sources, which threads cannot load. */
export function workerEntry(): URL | undefined {
  const entry = new URL('./parse.worker.js', import.meta.url)
  return existsSync(fileURLToPath(entry)) ? entry : undefined
}
