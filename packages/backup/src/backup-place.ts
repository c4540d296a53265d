import type { Readable } from 'node:stream'
import type { CallOptions } from '@docent/core/plugin'
import type { Archive } from './archive.ts'

export interface KeptBackup {
  readonly name: string
  readonly bytes: number
  readonly isEncrypted: boolean
  readonly createdAt: Date
}

export interface WrittenBackup {
  /** Where it lies, as `docent restore` takes it. */
  readonly address: string
  readonly bytes: number
}

/** Where backups are kept: a folder, or a bucket. */
export interface BackupPlace {
  /** For people, and as `docent backup` takes it. */
  readonly address: string
  /** A folder with room for a copy of the data directory while a backup is made. */
  workFolder(dataDirectory: string): string
  /**
   * Keeps an archive. It gets its name, and is a backup, only after `check` has read what was written.
   *
   * @param work a folder that is deleted afterwards
   */
  write(
    archive: { name: string; content: Readable; work: string },
    check: (written: Archive) => Promise<void>,
    options: CallOptions,
  ): Promise<WrittenBackup>
  /** Newest first. */
  names(options?: CallOptions): Promise<string[]>
  describe(name: string, options?: CallOptions): Promise<KeptBackup>
  open(name: string, options?: CallOptions): Promise<Archive>
  remove(name: string, options?: CallOptions): Promise<void>
  /** Deletes what interrupted backups left, when it is older than a day. */
  sweep(now: number, options?: CallOptions): Promise<void>
}

/** What interrupted backups left may belong to one that still runs. */
export const ABANDONED_MS = 24 * 3_600_000

const NAME = /^docent-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz(?:\.age)?$/

export function backupName(createdAt: string, isEncrypted: boolean): string {
  return `docent-${createdAt.replace(/[-:]|\.\d+/g, '')}.tar.gz${isEncrypted ? '.age' : ''}`
}

export function isBackupName(name: string): boolean {
  return NAME.test(name)
}

/** When a backup of this name was made. */
export function madeAt(name: string): Date {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

export function newestFirst(names: Iterable<string>): string[] {
  return [...names].filter(isBackupName).toSorted().toReversed()
}
