import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DocentError } from '../../errors/docent-error.ts'

/**
 * The entry of worker threads, beside the bundle; undefined when this runs from sources, as tests do.
 * @throws DocentError `configuration` for a bundle without it: pages would be parsed where they can stop the server.
 */
export function workerEntry(): URL | undefined {
  if (import.meta.url.endsWith('.ts')) return undefined
  const entry = new URL('./parse.worker.js', import.meta.url)
  if (existsSync(fileURLToPath(entry))) return entry
  throw new DocentError(
    'configuration',
    `${fileURLToPath(entry)} is missing, and pages are parsed in threads that start from it. Copy parse.worker.js of @docent/core beside your bundle, or leave @docent/core out of the bundle.`,
  )
}
