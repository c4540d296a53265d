import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { DocentError } from '@docent/core/plugin'

/** How every database of SQLite begins. */
const MAGIC = Buffer.from('SQLite format 3\0')

export async function isDatabase(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    return bytesRead === MAGIC.length && buffer.equals(MAGIC)
  } finally {
    await handle.close()
  }
}

/**
 * Copies a database that others are writing, as it is at one moment, and reads the copy completely.
 * @throws DocentError `unavailable` when it cannot be copied, or the copy is damaged
 */
export async function copyDatabase(from: string, to: string, signal?: AbortSignal): Promise<void> {
  await inThread(
    "new DatabaseSync(from, { timeout: 10_000 }).prepare('VACUUM INTO ?').run(to)",
    { from, to },
    signal,
  )
  await checkDatabase(to, signal)
}

/** @throws DocentError `unavailable` for a database that is damaged */
export async function checkDatabase(file: string, signal?: AbortSignal): Promise<void> {
  const found = await inThread(
    "new DatabaseSync(file, { readOnly: true }).prepare('PRAGMA integrity_check').get().integrity_check",
    { file },
    signal,
  )
  if (found !== 'ok')
    throw new DocentError('unavailable', `The database ${file} is damaged: ${String(found).slice(0, 300)}`)
}

/** SQLite works without a pause: in a thread of its own it holds nobody up. */
function inThread(
  expression: string,
  values: Record<string, string>,
  signal?: AbortSignal,
): Promise<unknown> {
  const names = Object.keys(values).join(', ')
  const code = `const { DatabaseSync } = require('node:sqlite')
const { parentPort, workerData: { ${names} } } = require('node:worker_threads')
const result = ${expression}
parentPort.postMessage(typeof result === 'string' ? result : null)`
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(code, { eval: true, workerData: values, execArgv: ['--no-warnings'] })
    const stop = () => void worker.terminate().then(() => reject(signal?.reason))
    signal?.addEventListener('abort', stop, { once: true })
    worker.once('message', resolve)
    worker.on('error', (cause) =>
      reject(
        new DocentError('unavailable', `SQLite cannot read or copy the database: ${cause.message}.`, {
          cause,
        }),
      ),
    )
    worker.once('exit', () => {
      signal?.removeEventListener('abort', stop)
      reject(new DocentError('unavailable', 'SQLite cannot read or copy the database: its thread ended.'))
    })
  })
}
