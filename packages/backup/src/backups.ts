import { type CallOptions, DocentError, type ProjectNotes } from '@docent/core/plugin'
import type { BackupPlace, KeptBackup } from './backup-place.ts'
import { noteLastBackup, ownBackup } from './last-backup.ts'
import { type Backup, makeBackup } from './make-backup.ts'
import { notedBackup } from './noted-backup.ts'

/** Of a long list, these are described. */
const MOST_LISTED = 50

export interface LastBackup {
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Where it lies. */
  readonly address: string
  /** Another tool made it, and an operator noted it. Docent did not read it back. */
  readonly isNoted: boolean
}

export interface BackupsParts {
  dataDirectory: string
  /** Whether the jobs, keys and conversations lie in the data directory. False with a database of its own. */
  holdsStore: boolean
  /** Where backups of other tools are noted. */
  notes: ProjectNotes
  place: BackupPlace
  /** Newest backups that stay. */
  keep: number
  /** Hours between scheduled backups; 0 without a schedule. */
  everyHours: number
  env: Readonly<Record<string, string | undefined>>
  version: string
  now: () => number
}

/** Backups that a server makes of itself, in the place of its configuration. */
export class Backups {
  #running = false

  constructor(private readonly parts: BackupsParts) {}

  get address(): string {
    return this.parts.place.address
  }

  get keep(): number {
    return this.parts.keep
  }

  get everyHours(): number {
    return this.parts.everyHours
  }

  /** Whether they hold the jobs, keys and conversations. */
  get holdsStore(): boolean {
    return this.parts.holdsStore
  }

  /** @throws DocentError `conflict` while another one is made */
  async make(signal: AbortSignal): Promise<Backup> {
    if (this.#running) throw new DocentError('conflict', 'Another backup is running. Wait until it finishes.')
    this.#running = true
    try {
      const { dataDirectory, place, keep, env, version, now } = this.parts
      const passphrase = env.DOCENT_BACKUP_PASSPHRASE || undefined
      const backup = await makeBackup({ dataDirectory, place, keep, version, now: now(), passphrase, signal })
      await noteLastBackup(dataDirectory, backup)
      return backup
    } finally {
      this.#running = false
    }
  }

  /** Newest first. */
  async list(options: CallOptions = {}): Promise<KeptBackup[]> {
    const { place } = this.parts
    const names = await place.names(options)
    return Promise.all(names.slice(0, MOST_LISTED).map((name) => place.describe(name, options)))
  }

  /**
   * The last one that holds the jobs, keys and conversations, whoever made it and wherever it lies. Of a store outside
   * of the data directory that is none of the server's own.
   */
  async last(options?: CallOptions): Promise<LastBackup | undefined> {
    const { dataDirectory, holdsStore, notes } = this.parts
    const [own, noted] = await Promise.all([
      holdsStore ? ownBackup.read(dataDirectory) : undefined,
      notedBackup(notes, options),
    ])
    if (noted === undefined || (own !== undefined && Date.parse(own.createdAt) > Date.parse(noted.createdAt)))
      return own && { createdAt: own.createdAt, address: own.address, isNoted: false }
    return { ...noted, isNoted: true }
  }
}
