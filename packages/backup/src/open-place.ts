import { resolve } from 'node:path'
import { DocentError } from '@docent/core/plugin'
import { objectStoreAt, openObjectStore } from '@docent/object-store'
import { type Archive, fileArchive } from './archive.ts'
import { type BackupPlace, isBackupName } from './backup-place.ts'
import { BucketPlace } from './bucket-place.ts'
import { FolderPlace } from './folder-place.ts'

/** Parts are megabytes: slow lines need longer than requests of a search index. */
const TIMEOUT_MS = 60_000

export interface PlaceContext {
  /** Paths are relative to it. */
  folder: string
  env: Readonly<Record<string, string | undefined>>
  /** What the user wrote the address in, for errors. */
  source: string
}

/** The place behind `s3://bucket/prefix`, or behind the path of a folder. */
export function openPlace(address: string, { folder, env, source }: PlaceContext): BackupPlace {
  if (!address.includes('://')) return new FolderPlace(resolve(folder, address))
  const options = { ...objectStoreAt(address, source), timeoutMs: TIMEOUT_MS }
  return new BucketPlace(address.replace(/(?<!\/)\/+$/, ''), openObjectStore(options, env))
}

/** The backup of an address: a file; a backup in a bucket; or, of a bucket alone, the newest one. */
export async function openBackup(address: string, context: PlaceContext): Promise<Archive> {
  if (!address.includes('://')) return fileArchive(resolve(context.folder, address))
  const cut = address.lastIndexOf('/')
  const name = address.slice(cut + 1)
  if (isBackupName(name)) return openPlace(address.slice(0, cut), context).open(name)
  const place = openPlace(address, context)
  const [newest] = await place.names()
  if (newest !== undefined) return place.open(newest)
  throw new DocentError('not_found', `There is no backup in ${address}. Check the bucket and the prefix.`)
}
