import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DocentError } from '@docent/core/plugin'
import { type Archive, readArchive } from './archive.ts'
import { BackupManifest, MANIFEST } from './backup-manifest.ts'
import { describeFiles, isKept, keptEntries } from './data-files.ts'
import { isData } from './is-data.ts'
import { checkDatabase, isDatabase } from './sqlite-copy.ts'

export interface RestoreRequest {
  archive: Archive
  dataDirectory: string
  /** Moves data that is there aside. */
  replace: boolean
  passphrase?: string | undefined
  now: number
}

export interface Restored {
  readonly createdAt: string
  /** Of the Docent that made the backup. */
  readonly version: string
  readonly files: number
  /** Where the data lies that was there before. */
  readonly movedTo: string | null
  /** Files of the backup that are no data, such as the hooks of a repository: they could be run, and stay out. */
  readonly leftOut: string[]
}

/**
 * Puts a backup into the data directory of a server that is stopped. Nothing there changes before the whole backup was
 * unpacked and checked.
 * @throws DocentError `conflict` when there is data and `replace` is false
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { archive, dataDirectory, replace, passphrase, now } = request
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  const present = await readdir(dataDirectory)
  const kept = await keptEntries(dataDirectory)
  if (kept.length > 0 && !replace)
    throw new DocentError(
      'conflict',
      `${dataDirectory} already contains data. Add --replace to move it to another folder, or set DOCENT_DATA to another folder.`,
    )
  const staged = await mkdtemp(join(dataDirectory, '.restoring-'))
  try {
    const manifest = await unpack(archive, staged, passphrase)
    const leftOut = await dropForeign(staged, manifest)
    const movedTo = kept.length > 0 ? join(dataDirectory, `before-restore-${now}`) : null
    if (movedTo !== null) await mkdir(movedTo, { mode: 0o700 })
    for (const name of present) {
      if (name === 'backups' || name.startsWith('before-restore-')) continue
      if (movedTo === null) await rm(join(dataDirectory, name), { recursive: true })
      else await rename(join(dataDirectory, name), join(movedTo, name))
    }
    for (const name of await readdir(staged))
      if (name !== MANIFEST) await rename(join(staged, name), join(dataDirectory, name))
    const { createdAt, version, files } = manifest
    return { createdAt, version, files: files.length - leftOut.length, movedTo, leftOut }
  } finally {
    // An archive that broke off may still be writing its last folder.
    await rm(staged, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}

/** Removes what is no data. @returns the paths */
async function dropForeign(folder: string, { files }: BackupManifest): Promise<string[]> {
  const foreign: string[] = []
  for (const { path } of files) if (!(await isData(path, join(folder, path)))) foreign.push(path)
  for (const path of foreign) await rm(join(folder, path))
  return foreign
}

/** @throws DocentError `invalid_request` for a file that is no backup, or was changed since */
async function unpack(archive: Archive, to: string, passphrase: string | undefined): Promise<BackupManifest> {
  const { Unpack } = await import('tar')
  const damaged = (cause?: unknown) =>
    new DocentError(
      'invalid_request',
      `${archive.name} is not a Docent backup, or it is damaged. Docent changed nothing.`,
      {
        cause,
      },
    )
  const content = await readArchive(archive, passphrase)
  try {
    const unpack = new Unpack({
      cwd: to,
      strict: true,
      filter: (_path, entry) => 'type' in entry && ['File', 'OldFile', 'Directory'].includes(entry.type),
    })
    await pipeline(content, unpack as unknown as NodeJS.WritableStream)
    const manifest = BackupManifest.parse(JSON.parse(await readFile(join(to, MANIFEST), 'utf8')))
    const listed = new Map(manifest.files.map(({ path, sha256 }) => [path, sha256]))
    const found = (await describeFiles(to)).filter(({ path }) => path !== MANIFEST)
    // No other file gets into the data directory: Docent runs files in its cache as code, for example.
    const isWhole = found.length === listed.size
    if (!isWhole || found.some(({ path, sha256 }) => listed.get(path) !== sha256 || !isKept(path)))
      throw damaged()
    for (const { path } of manifest.files)
      if (!path.includes('/') && (await isDatabase(join(to, path)))) await checkDatabase(join(to, path))
    return manifest
  } catch (error) {
    throw DocentError.is(error) ? error : damaged(error)
  }
}
