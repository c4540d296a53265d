import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CallOptions, DocentError } from '@docent/core/plugin'
import { folderError, isCode } from './folder-error.ts'
import type { GetOptions, ObjectEntry, ObjectStore, PutCondition, StoredObject } from './object-store.ts'
import { type RetrySettings, retrying } from './retrying.ts'

/** A key written by `putIf` is a folder with one file for each version. The highest version counts. */
const VERSIONS = '.versions'
/** Older ones go; a writer that slept through so many notices it. */
const KEPT_VERSIONS = 16
const DIGITS = 12
/** The etag of what was written by `put`, and never changes. */
const PLAIN = 'plain'
/** Drafts, which nobody lists. */
const DRAFT = '.draft-'

/**
 * A folder that all machines share. Files appear whole, by a rename. A conditional put makes the file of the next
 * version by a hard link, which fails where there is one: a promise that NFS keeps too.
 */
export class FolderObjectStore implements ObjectStore {
  readonly name: string
  readonly #folder: string
  readonly #settings: RetrySettings

  constructor(folder: string, settings: RetrySettings) {
    this.#folder = folder
    this.#settings = settings
    this.name = `folder ${folder}`
  }

  get(key: string, { signal, unless }: GetOptions = {}): Promise<StoredObject | 'unchanged' | undefined> {
    return this.#do('read', signal, async () => {
      const plain = await readIfThere(this.#path(key))
      if (plain !== undefined) return { bytes: plain, etag: PLAIN }
      for (;;) {
        const version = await this.#newest(key)
        if (version === 0) return undefined
        if (etagOf(version) === unless) return 'unchanged'
        const bytes = await readIfThere(this.#versionPath(key, version))
        // Gone: replaced many times since the folder was read.
        if (bytes !== undefined) return { bytes, etag: etagOf(version) }
      }
    })
  }

  put(key: string, bytes: Uint8Array, { signal }: CallOptions = {}): Promise<void> {
    return this.#do('written', signal, async () => {
      const path = this.#path(key)
      const draft = await this.#draft(path, bytes)
      await rename(draft, path)
    })
  }

  putIf(
    key: string,
    bytes: Uint8Array,
    condition: PutCondition,
    { signal }: CallOptions = {},
  ): Promise<string | undefined> {
    return this.#do('written', signal, async () => {
      const expected = condition === 'absent' ? 0 : versionOf(condition.etag)
      if ((await this.#newest(key)) !== expected) return undefined
      const next = expected + 1
      const path = this.#versionPath(key, next)
      const draft = await this.#draft(path, bytes)
      try {
        await link(draft, path)
      } catch (error) {
        if (isCode(error, 'EEXIST')) return undefined
        throw error
      } finally {
        await rm(draft, { force: true })
      }
      // A writer that slept can find its place free again, because old versions go.
      if ((await this.#newest(key)) !== next) return undefined
      if (next > KEPT_VERSIONS) await rm(this.#versionPath(key, next - KEPT_VERSIONS), { force: true })
      return etagOf(next)
    })
  }

  async delete(keys: readonly string[], { signal }: CallOptions = {}): Promise<void> {
    for (const key of keys) {
      await this.#do('written', signal, async () => {
        await rm(this.#path(key), { force: true })
        await rm(this.#path(key) + VERSIONS, { recursive: true, force: true })
      })
    }
  }

  list(prefix: string, { signal }: CallOptions = {}): Promise<ObjectEntry[]> {
    return this.#do('read', signal, async () => {
      const entries = await readdir(join(this.#folder, prefix), {
        recursive: true,
        withFileTypes: true,
      }).catch((error: unknown) => {
        if (isCode(error, 'ENOENT')) return []
        throw error
      })
      const found = new Map<string, ObjectEntry & { version: number }>()
      for (const entry of entries) {
        if (!entry.isFile() || entry.name.includes(DRAFT)) continue
        const path = join(entry.parentPath, entry.name)
        const isVersion = entry.parentPath.endsWith(VERSIONS)
        const file = isVersion ? entry.parentPath.slice(0, -VERSIONS.length) : path
        const key = file.slice(this.#folder.length + 1)
        const modifiedAt = (await stat(path).catch(missingIsUndefined))?.mtimeMs
        const version = isVersion ? Number(entry.name) : 0
        if (modifiedAt === undefined || version < (found.get(key)?.version ?? 0)) continue
        found.set(key, { key, etag: isVersion ? etagOf(version) : PLAIN, modifiedAt, version })
      }
      return [...found.values()].map(({ key, etag, modifiedAt }) => ({ key, etag, modifiedAt }))
    })
  }

  /** A share that hangs must not hang what asks: the call ends with its time limit. */
  #do<Result>(
    what: 'read' | 'written',
    signal: AbortSignal | undefined,
    action: () => Promise<Result>,
  ): Promise<Result> {
    return retrying(this.#settings, signal, async (limit) => {
      const ended = Promise.withResolvers<never>()
      const end = () => ended.reject(limit.reason)
      limit.addEventListener('abort', end, { once: true })
      try {
        return await Promise.race([action(), ended.promise])
      } catch (error) {
        throw DocentError.is(error) ? error : folderError(this.#folder, what, error)
      } finally {
        limit.removeEventListener('abort', end)
      }
    })
  }

  /** A file with these bytes beside its later place, on disk. */
  async #draft(path: string, bytes: Uint8Array): Promise<string> {
    await mkdir(dirname(path), { recursive: true, mode: 0o770 })
    const draft = `${path}${DRAFT}${randomUUID()}`
    const file = await open(draft, 'wx', 0o660)
    try {
      await file.writeFile(bytes)
      await file.datasync()
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    } finally {
      await file.close()
    }
    return draft
  }

  /** 0 when there is none. */
  async #newest(key: string): Promise<number> {
    const names = (await readdir(this.#path(key) + VERSIONS).catch(missingIsUndefined)) ?? []
    return names.reduce((most, name) => (/^\d+$/.test(name) ? Math.max(most, Number(name)) : most), 0)
  }

  #path(key: string): string {
    return join(this.#folder, key)
  }

  #versionPath(key: string, version: number): string {
    return join(this.#path(key) + VERSIONS, String(version).padStart(DIGITS, '0'))
  }
}

function etagOf(version: number): string {
  return `v${version}`
}

function versionOf(etag: string): number {
  return Number(etag.slice(1))
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch(missingIsUndefined)
}

function missingIsUndefined(error: unknown): undefined {
  if (isCode(error, 'ENOENT')) return undefined
  throw error
}
