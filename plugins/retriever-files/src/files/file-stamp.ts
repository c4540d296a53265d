import { statSync } from 'node:fs'

/**
 * Differs for each file that was put in the place of another; undefined when there is none. Not asynchronous: that
 * takes a turn of the thread pool, which under load is longer than a search.
 */
export function fileStamp(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.ino}:${found.mtimeNs}:${found.size}`
}
