import { randomUUID } from 'node:crypto'
import { type CallOptions, DocentError } from '@docent/core/plugin'
import type { ObjectStore } from './object-store.ts'

const TEXT = new TextEncoder()

/**
 * Tries whether the store keeps its conditions: without them two writers replace each other's work, and nobody notices.
 *
 * @throws DocentError `configuration` when it does not, or may not be written
 */
export async function checkConditions(store: ObjectStore, options: CallOptions = {}): Promise<void> {
  const key = `probe/${randomUUID()}`
  const put = (text: string, condition: 'absent' | { etag: string }) =>
    store.putIf(key, TEXT.encode(text), condition, options)
  const first = await put('first', 'absent')
  try {
    if (first === undefined) throw ignores(store, 'an object that does not exist cannot be made')
    if ((await put('second', 'absent')) !== undefined)
      throw ignores(store, 'it replaced an object that was to be made only where there is none')
    const second = await put('second', { etag: first })
    if (second === undefined)
      throw ignores(store, 'it refused to replace an object whose ETag was the expected one')
    if ((await put('third', { etag: first })) !== undefined)
      throw ignores(store, 'it replaced an object whose ETag was another one')
  } finally {
    await store.delete([key], options)
  }
}

function ignores(store: ObjectStore, what: string): DocentError {
  return new DocentError(
    'configuration',
    `The ${store.name} does not support conditional writes (If-None-Match and If-Match): ${what}. Two machines that index could replace each other's work there. Use Amazon S3, another store that supports them, or a shared folder.`,
  )
}
