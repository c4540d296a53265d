import { createHash } from 'node:crypto'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DocentError, defined } from '@docent/core/plugin'
import { type Archive, packArchive, readArchive } from './archive.ts'
import { type BackupManifest, MANIFEST } from './backup-manifest.ts'
import { type BackupPlace, backupName } from './backup-place.ts'
import { copyFolder, describeFiles, keptEntries } from './data-files.ts'
import { copyDatabase, isDatabase } from './sqlite-copy.ts'
import { sweepWork, workFolderIn } from './work-folder.ts'

export interface BackupRequest {
  dataDirectory: string
  place: BackupPlace
  /** Newest backups that stay in the place; all, when it is left out. */
  keep?: number | undefined
  /** Of Docent. */
  version: string
  /** Milliseconds since the epoch. */
  now: number
  /** Encrypts the backup. */
  passphrase?: string | undefined
  signal?: AbortSignal | undefined
}

export interface Backup {
  readonly name: string
  /** Where it lies, as `docent restore` takes it. */
  readonly file: string
  readonly bytes: number
  /** Files in it. */
  readonly files: number
  readonly isEncrypted: boolean
  readonly createdAt: string
}

/**
 * Backs the data directory up while servers use it: databases as they are at one moment, then what else cannot be made
 * anew. The backup is read back and compared before it gets its name.
 */
export async function makeBackup(request: BackupRequest): Promise<Backup> {
  const { dataDirectory, place, keep, version, now, passphrase, signal } = request
  const isEncrypted = passphrase !== undefined
  const options = defined({ signal })
  await using work = await workFolderIn(place.workFolder(dataDirectory))
  // Files that are not encrypted yet stay beside the data, even if the process is killed now.
  if (isEncrypted) await sweepWork(dataDirectory, now)
  await using clear = await workFolderIn(isEncrypted ? dataDirectory : work.path)
  const copy = join(clear.path, 'data')
  await mkdir(copy, { mode: 0o700 })
  const entries = await copyData(dataDirectory, copy, signal)
  const createdAt = new Date(now).toISOString()
  const manifest: BackupManifest = { format: 1, createdAt, version, files: await describeFiles(copy) }
  await writeFile(join(copy, MANIFEST), JSON.stringify(manifest, null, 2))
  const content = await packArchive(copy, [MANIFEST, ...entries], passphrase)
  const name = backupName(createdAt, isEncrypted)
  const { address, bytes } = await place.write(
    { name, content, work: work.path },
    (written) => verify(written, manifest, passphrase),
    options,
  )
  if (keep !== undefined)
    for (const old of (await place.names(options)).slice(keep)) await place.remove(old, options)
  await place.sweep(now, options)
  return { name, file: address, bytes, files: manifest.files.length, isEncrypted, createdAt }
}

/** @returns the names of what was copied */
async function copyData(from: string, to: string, signal: AbortSignal | undefined): Promise<string[]> {
  const entries = await keptEntries(from).catch((cause: unknown) => {
    throw new DocentError(
      'configuration',
      `The data directory ${from} cannot be read. Run the command where the server runs, or set DOCENT_DATA.`,
      { cause },
    )
  })
  if (entries.length === 0)
    throw new DocentError(
      'configuration',
      `There is no data in ${from}. Start the server once, or set DOCENT_DATA.`,
    )
  for (const entry of entries) {
    signal?.throwIfAborted()
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target)
    else if (await isDatabase(source)) await copyDatabase(source, target, signal)
    else await copyFile(source, target)
  }
  return entries.map(({ name }) => name)
}

/** @throws DocentError `unavailable` when what was written is not what was copied */
async function verify(
  archive: Archive,
  manifest: BackupManifest,
  passphrase: string | undefined,
): Promise<void> {
  const { Parser } = await import('tar')
  const found = new Map<string, string>()
  const parser = new Parser({ strict: true })
  parser.on('entry', (entry) => {
    const hash = createHash('sha256')
    entry.on('data', (part: Buffer) => void hash.update(part))
    entry.on('end', () => void found.set(entry.path, hash.digest('hex')))
  })
  await pipeline(await readArchive(archive, passphrase), parser as unknown as NodeJS.WritableStream)
  const wrong = manifest.files.find(({ path, sha256 }) => found.get(path) !== sha256)
  if (wrong === undefined) return
  throw new DocentError(
    'unavailable',
    `The backup differs from the data at ${wrong.path} after it was written. Check the place of the backup, and run the command again.`,
  )
}
