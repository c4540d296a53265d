import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DocentError } from '@docent/core'
import type { Environment } from '../config/environment.ts'
import { type Backup, makeBackup } from './make-backup.ts'

/** Backups that stay in the data directory. */
const KEPT = 7
const NAME = /^docent-\d{8}T\d{6}Z\.tar\.gz(?:\.age)?$/

export interface KeptBackup {
  readonly name: string
  readonly bytes: number
  readonly isEncrypted: boolean
  readonly createdAt: Date
}

/** Backups that a server makes of itself, in the folder `backups` of its data directory. */
export class Backups {
  readonly #folder: string
  #running = false

  constructor(
    private readonly parts: {
      dataDirectory: string
      env: Environment
      version: string
      now: () => number
    },
  ) {
    this.#folder = join(parts.dataDirectory, 'backups')
  }

  /** @throws DocentError `conflict` while another one is made */
  async make(signal: AbortSignal): Promise<Backup> {
    if (this.#running)
      throw new DocentError('conflict', 'A backup is being made already. Wait until it is done.')
    this.#running = true
    try {
      const { dataDirectory, env, version, now } = this.parts
      const passphrase = env.DOCENT_BACKUP_PASSPHRASE || undefined
      const folder = this.#folder
      const backup = await makeBackup({ dataDirectory, folder, version, now: now(), passphrase, signal })
      for (const { name } of (await this.list()).slice(KEPT)) await rm(join(folder, name), { force: true })
      return backup
    } finally {
      this.#running = false
    }
  }

  /** Newest first. */
  async list(): Promise<KeptBackup[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    })
    const known = names
      .filter((name) => NAME.test(name))
      .toSorted()
      .toReversed()
    return Promise.all(
      known.map(async (name) => {
        const { size, mtime } = await stat(join(this.#folder, name))
        return { name, bytes: size, isEncrypted: name.endsWith('.age'), createdAt: mtime }
      }),
    )
  }
}
