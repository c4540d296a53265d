import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, readdir, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupManifest } from './backup-manifest.ts'

/** What the server makes anew, what belongs to one process, and earlier backups. */
const LEFT_OUT = [
  /^(?:index|cache|backups)$/,
  /^server\.json/,
  /^limits\.sqlite/,
  /^\.gitignore$/,
  /^\.restoring-/,
  /^\.making-/,
  /^before-restore-/,
  /-(?:wal|shm|journal)$/,
]

/** Entries of the data directory that a backup holds. */
export async function keptEntries(dataDirectory: string) {
  const entries = await readdir(dataDirectory, { withFileTypes: true })
  return entries.filter((entry) => (entry.isFile() || entry.isDirectory()) && isKept(entry.name))
}

/** Whether a backup can have this file. @param path relative to the data directory, with `/` */
export function isKept(path: string): boolean {
  const [name = ''] = path.split('/', 1)
  return !LEFT_OUT.some((pattern) => pattern.test(name))
}

/**
 * Copies a folder that others may write. Repositories lie in it: their objects are copied last, because git writes the
 * objects before the references that need them.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  const isOfObjects = (path: string) => /[\\/]objects(?:[\\/]|$)/.test(path.slice(from.length))
  const options = { recursive: true, preserveTimestamps: true, force: false }
  await cp(from, to, { ...options, filter: (path) => !isOfObjects(path) && !path.endsWith('.lock') })
  await cp(from, to, { ...options, filter: (path) => !path.endsWith('.lock') })
}

/** Every file below a folder, with its size and hash. */
export async function describeFiles(folder: string): Promise<BackupManifest['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: BackupManifest['files'] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length + 1).replaceAll('\\', posix.sep)
    const [{ size }, sha256] = await Promise.all([stat(file), hashOf(file)])
    files.push({ path, bytes: size, sha256 })
  }
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
