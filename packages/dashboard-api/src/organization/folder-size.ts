import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that are looked at: a directory with more would make a page wait. */
const MOST_FILES = 50_000

/** Bytes of each entry of a folder with everything below it, the largest first. */
export async function folderSize(
  folder: string,
  signal: AbortSignal,
): Promise<{ name: string; bytes: number }[]> {
  const left = { files: MOST_FILES }
  const sizes: { name: string; bytes: number }[] = []
  for (const entry of await entriesOf(folder))
    sizes.push({ name: entry.name, bytes: await sizeOf(entry, left, signal) })
  return sizes.sort((a, b) => b.bytes - a.bytes)
}

async function sizeOf(entry: Dirent, left: { files: number }, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted()
  const path = join(entry.parentPath, entry.name)
  if (entry.isFile()) {
    left.files -= 1
    return sizeOfFile(path)
  }
  if (!entry.isDirectory() || left.files <= 0) return 0
  let bytes = 0
  for (const inside of await entriesOf(path)) bytes += await sizeOf(inside, left, signal)
  return bytes
}

async function sizeOfFile(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    return ifGone(error, 0)
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    return ifGone(error, [])
  }
}

/** Databases and indexes delete their files while they are counted. */
function ifGone<Value>(error: unknown, instead: Value): Value {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return instead
  throw error
}
