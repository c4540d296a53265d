import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError } from '../run/git-error.ts'

/** How often the size of what came is looked at, ms. */
const EVERY_MS = 200

interface Bounds {
  gitDir: string
  mostBytes: number
  /** Longest fetch of any process: what is half written and older belongs to none. */
  longestMs: number
  signal?: AbortSignal | undefined
}

/**
 * Runs one fetch and ends it once it has brought more than `mostBytes`: git itself has no such bound, and keeps for two
 * weeks what a fetch left half written when it was ended. Here it goes: what is too large at once, the rest before the
 * next fetch, since another process may be writing into the same cache.
 *
 * @throws GitError kind `size` when there is more; else what `fetch` throws.
 */
export async function withinBytes<Result>(
  { gitDir, mostBytes, longestMs, signal }: Bounds,
  fetch: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const folder = join(gitDir, 'objects', 'pack')
  await removeHalfWritten(folder, longestMs)
  const before = new Set(await halfWritten(folder))
  const fresh = async () => (await halfWritten(folder)).filter((name) => !before.has(name))
  const tooMuch = new AbortController()
  const watch = setInterval(async () => {
    const sizes = await Promise.all((await fresh()).map((name) => sizeOf(join(folder, name))))
    if (sizes.reduce((sum, size) => sum + size, 0) <= mostBytes) return
    tooMuch.abort(new GitError({ command: 'fetch', kind: 'size', exitCode: null, stderr: '' }))
  }, EVERY_MS)
  try {
    return await fetch(signal ? AbortSignal.any([signal, tooMuch.signal]) : tooMuch.signal)
  } catch (error) {
    if (tooMuch.signal.aborted)
      for (const name of await fresh()) await rm(join(folder, name), { force: true })
    throw error
  } finally {
    clearInterval(watch)
  }
}

async function removeHalfWritten(folder: string, olderMs: number): Promise<void> {
  for (const name of await halfWritten(folder)) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > olderMs) await rm(file, { force: true })
  }
}

/** A pack under way, as git-index-pack(1) names it; it is renamed once it is whole. */
async function halfWritten(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.startsWith('tmp_pack_'))
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}
