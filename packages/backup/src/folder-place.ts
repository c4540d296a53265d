import { createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type CallOptions, defined } from '@docent/core/plugin'
import { type Archive, fileArchive } from './archive.ts'
import { type BackupPlace, type KeptBackup, madeAt, newestFirst, type WrittenBackup } from './backup-place.ts'
import { sweepWork } from './work-folder.ts'

/** Backups as files of a folder. */
export class FolderPlace implements BackupPlace {
  readonly address: string

  /** @param folder absolute; made when it is not there */
  constructor(folder: string) {
    this.address = folder
  }

  workFolder(): string {
    return this.address
  }

  async write(
    { name, content, work }: Parameters<BackupPlace['write']>[0],
    check: (written: Archive) => Promise<void>,
    { signal }: CallOptions,
  ): Promise<WrittenBackup> {
    const draft = join(work, 'archive')
    await pipeline(content, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }), {
      ...defined({ signal }),
    })
    await check(await fileArchive(draft))
    const address = join(this.address, name)
    await rename(draft, address)
    return { address, bytes: (await stat(address)).size }
  }

  async names(): Promise<string[]> {
    return newestFirst(await this.#entries())
  }

  async describe(name: string): Promise<KeptBackup> {
    const { size } = await stat(join(this.address, name))
    return { name, bytes: size, isEncrypted: name.endsWith('.age'), createdAt: madeAt(name) }
  }

  open(name: string): Promise<Archive> {
    return fileArchive(join(this.address, name))
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.address, name), { force: true })
  }

  async sweep(now: number): Promise<void> {
    await sweepWork(this.address, now)
  }

  #entries(): Promise<string[]> {
    return readdir(this.address).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    })
  }
}
