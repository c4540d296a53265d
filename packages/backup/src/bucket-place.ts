import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type CallOptions, DocentError } from '@docent/core/plugin'
import type { ObjectStore } from '@docent/object-store'
import { z } from 'zod'
import type { Archive } from './archive.ts'
import {
  ABANDONED_MS,
  type BackupPlace,
  type KeptBackup,
  madeAt,
  newestFirst,
  type WrittenBackup,
} from './backup-place.ts'

/** Of one request: small enough for slow lines, and for memory. */
const PART_BYTES = 4 * 1024 * 1024
const ROOT = 'backups/'
/** Written last: without it, the parts are no backup. */
const CONTENTS = 'contents.json'

const Part = z.object({ bytes: z.int(), sha256: z.string() })
type Part = z.output<typeof Part>
const Contents = z.object({ format: z.literal(1), bytes: z.int(), parts: z.array(Part) })

/** Backups in object storage: each a list of parts, whose hashes stand in an object that is written last. */
export class BucketPlace implements BackupPlace {
  constructor(
    readonly address: string,
    private readonly store: ObjectStore,
  ) {}

  /** The data directory is the one disk that is certainly there. */
  workFolder(dataDirectory: string): string {
    return join(dataDirectory, 'backups')
  }

  async write(
    { name, content }: Parameters<BackupPlace['write']>[0],
    check: (written: Archive) => Promise<void>,
    options: CallOptions,
  ): Promise<WrittenBackup> {
    if ((await this.names(options)).includes(name))
      throw new DocentError(
        'conflict',
        `${this.address} has a backup ${name} already. Try again in a second.`,
      )
    const parts: Part[] = []
    for await (const bytes of inParts(content)) {
      options.signal?.throwIfAborted()
      await this.store.put(partKey(name, parts.length), bytes, options)
      parts.push({ bytes: bytes.length, sha256: hashOf(bytes) })
    }
    await check(this.#archive(name, parts, options))
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
    const contents = Buffer.from(
      JSON.stringify({ format: 1, bytes, parts } satisfies z.input<typeof Contents>),
    )
    await this.store.put(`${ROOT}${name}/${CONTENTS}`, contents, options)
    return { address: `${this.address.replace(/\/$/, '')}/${name}`, bytes }
  }

  async names(options: CallOptions = {}): Promise<string[]> {
    const entries = await this.store.list(ROOT, options)
    return newestFirst(
      entries.flatMap(({ key }) => {
        const [name = '', file] = key.slice(ROOT.length).split('/')
        return file === CONTENTS ? [name] : []
      }),
    )
  }

  async describe(name: string, options: CallOptions = {}): Promise<KeptBackup> {
    const { bytes } = await this.#contents(name, options)
    return { name, bytes, isEncrypted: name.endsWith('.age'), createdAt: madeAt(name) }
  }

  async open(name: string, options: CallOptions = {}): Promise<Archive> {
    return this.#archive(name, (await this.#contents(name, options)).parts, options)
  }

  async remove(name: string, options: CallOptions = {}): Promise<void> {
    // First what makes it a backup: an interruption must leave none that lacks a part.
    await this.store.delete([`${ROOT}${name}/${CONTENTS}`], options)
    const rest = await this.store.list(`${ROOT}${name}/`, options)
    await this.store.delete(
      rest.map(({ key }) => key),
      options,
    )
  }

  async sweep(now: number, options: CallOptions = {}): Promise<void> {
    const complete = new Set(await this.names(options))
    const entries = await this.store.list(ROOT, options)
    const abandoned = entries.filter(({ key, modifiedAt }) => {
      const [name = ''] = key.slice(ROOT.length).split('/')
      return !complete.has(name) && modifiedAt < now - ABANDONED_MS
    })
    await this.store.delete(
      abandoned.map(({ key }) => key),
      options,
    )
  }

  async #contents(name: string, options: CallOptions = {}): Promise<z.output<typeof Contents>> {
    const found = await this.store.get(`${ROOT}${name}/${CONTENTS}`, options)
    if (found === undefined || found === 'unchanged') {
      const there = (await this.names(options)).slice(0, 5).join(', ') || 'none'
      throw new DocentError('not_found', `${this.address} has no backup ${name}. The latest are: ${there}.`)
    }
    return Contents.parse(JSON.parse(Buffer.from(found.bytes).toString('utf8')))
  }

  #archive(name: string, parts: readonly Part[], options: CallOptions): Archive {
    return {
      name: `${this.address}/${name}`,
      isEncrypted: name.endsWith('.age'),
      read: () => Readable.from(this.#read(name, parts, options)),
    }
  }

  async *#read(name: string, parts: readonly Part[], options: CallOptions): AsyncGenerator<Buffer> {
    for (const [index, { sha256 }] of parts.entries()) {
      const key = partKey(name, index)
      const found = await this.store.get(key, options)
      if (found === undefined || found === 'unchanged' || hashOf(found.bytes) !== sha256)
        throw new DocentError(
          'invalid_request',
          `The object ${key} in ${this.address} is damaged or missing. Use another backup.`,
        )
      yield Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.byteLength)
    }
  }
}

function partKey(name: string, index: number): string {
  return `${ROOT}${name}/part-${String(index).padStart(6, '0')}`
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function* inParts(content: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    let bytes = Buffer.from(chunk)
    while (size + bytes.length >= PART_BYTES) {
      const missing = PART_BYTES - size
      yield Buffer.concat([...held, bytes.subarray(0, missing)])
      bytes = bytes.subarray(missing)
      held = []
      size = 0
    }
    held.push(bytes)
    size += bytes.length
  }
  if (size > 0) yield Buffer.concat(held)
}
