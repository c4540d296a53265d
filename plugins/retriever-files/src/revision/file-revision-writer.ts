import { join } from 'node:path'
import type { Redirect } from '@docent/content'
import {
  type CallOptions,
  DocentError,
  defined,
  type Ids,
  type IndexEmbedding,
  type RevisionWriter,
} from '@docent/core/plugin'
import { type Analyzer, Turns } from '@docent/search'
import { readRedirects, storeRedirects } from '../links/site-redirects.ts'
import { mapError, mapped } from '../map-error.ts'
import type { Segment } from '../segments/segment.ts'
import type { SegmentPool } from '../segments/segment-pool.ts'
import { SegmentView } from '../segments/segment-view.ts'
import { countRevision } from './count-revision.ts'
import {
  type CurrentRevision,
  isUpToDate,
  NEWEST,
  readCurrentRevision,
  writeCurrentRevision,
} from './current-revision.ts'
import { KnownVectors } from './known-vectors.ts'
import { mergedSegments } from './merged-segments.ts'
import { isSameEmbedding, removeLeftovers } from './revision-base.ts'
import { type DraftBasis, type FilePlace, RevisionDraft, type WrittenPage } from './revision-draft.ts'
import type { WriterLock } from './writer-lock.ts'

export interface OpenWriterRequest {
  folder: string
  pool: SegmentPool
  analyzer: Analyzer
  ids: Ids
  lock: WriterLock
  signal: AbortSignal | undefined
  /** Whose vectors the passages get. */
  embedding: IndexEmbedding | undefined
  /** Begins with nothing, whatever is served. */
  isAnew: boolean
  /** Makes the revision known to other nodes before it is served here. */
  publish: (current: CurrentRevision, signal: AbortSignal | undefined) => Promise<CurrentRevision>
}

interface Begun {
  served: CurrentRevision | undefined
  /** What the revision continues. */
  base: CurrentRevision | undefined
  held: readonly Segment[]
  draft: RevisionDraft
}

/**
 * An open revision. It writes new segments, which no reader knows, and keeps in memory what is gone from others;
 * `commit` replaces CURRENT. A writer that dies leaves files that nobody reads, and the next one takes them away.
 */
export class FileRevisionWriter implements RevisionWriter {
  readonly #request: OpenWriterRequest
  readonly #served: CurrentRevision | undefined
  /** What the revision continues. */
  readonly #base: CurrentRevision | undefined
  /** The segments of the base, open until the end. */
  readonly #held: readonly Segment[]
  readonly #draft: RevisionDraft
  readonly #vectors: KnownVectors
  #redirects: readonly Redirect[] | undefined
  #ended = false

  private constructor(request: OpenWriterRequest, { served, base, held, draft }: Begun) {
    this.#request = request
    this.#served = served
    this.#base = base
    this.#held = held
    this.#draft = draft
    const known = isSameEmbedding(served?.embedding, request.embedding) ? served : undefined
    this.#vectors = new KnownVectors(request.pool, request.embedding === undefined ? undefined : known)
  }

  static async open(request: OpenWriterRequest): Promise<FileRevisionWriter> {
    const { folder, ids, analyzer, embedding, pool } = request
    const served = await readCurrentRevision(folder)
    await removeLeftovers(folder, served)
    const mayContinue = served !== undefined && isUpToDate(served) && !request.isAnew
    // Vectors of two models cannot be compared, so that they never share an index.
    const base = mayContinue && isSameEmbedding(served.embedding, embedding) ? served : undefined
    const held = base === undefined ? [] : await pool.acquire(base.segments.map(({ name }) => name))
    try {
      const parts = { folder, ids, analyzer, dimensions: embedding?.dimensions }
      const draft = new RevisionDraft(parts, await basis(base, held, request.signal))
      return new FileRevisionWriter(request, { served, base, held, draft })
    } catch (error) {
      await pool.release(held)
      throw error
    }
  }

  async write(pages: readonly WrittenPage[], options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    await this.#fenced(() => this.#draft.write(pages, options.signal), options.signal)
  }

  async vectors(
    keys: readonly string[],
    options: CallOptions = {},
  ): Promise<ReadonlyMap<string, ArrayLike<number>>> {
    this.#assertOpen(options)
    return mapError(() => this.#vectors.of(keys), options.signal)
  }

  async remove(files: readonly string[], options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    await this.#draft.remove(files)
  }

  async redirects(redirects: readonly Redirect[], options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    this.#redirects = redirects
  }

  async commit(revision: string, options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    await this.#fenced(() => this.#commit(revision, options.signal), options.signal)
    await this.#end()
  }

  async abort(): Promise<void> {
    if (this.#ended) return
    const { folder, lock } = this.#request
    try {
      await this.#draft.close()
      // What was written takes room on the disk; once another writer has the lock, the files are its own.
      await lock.assertHeld()
      await removeLeftovers(folder, await readCurrentRevision(folder))
    } catch (error) {
      if (!DocentError.is(error, 'lease_lost')) throw mapped(error)
    } finally {
      await this.#end()
    }
  }

  /** Another writer that took the lock over has taken the files of this one away: that is why it failed. */
  async #fenced(work: () => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    await mapError(async () => {
      try {
        await work()
      } catch (error) {
        if (!signal?.aborted) await this.#request.lock.assertHeld()
        throw error
      }
    }, signal)
  }

  async #commit(revision: string, signal: AbortSignal | undefined): Promise<void> {
    const { folder, ids, lock, embedding } = this.#request
    const drafted = await this.#draft.finish(signal)
    const segments = await mergedSegments(drafted, { ...this.#request, signal })
    const opened = await this.#request.pool.acquire(segments.map(({ name }) => name))
    try {
      const views = opened.map((segment, at) => new SegmentView(segment, segments[at]?.gone ?? []))
      const request = { folder, ids, signal, base: this.#base, written: this.#draft.written }
      const current: CurrentRevision = {
        ...NEWEST,
        sequence: (this.#served?.sequence ?? 0) + 1,
        revision,
        segments,
        ...defined({ embedding }),
        ...(await countRevision(views, request)),
        ...(await this.#redirectsFile()),
      }
      signal?.throwIfAborted()
      await lock.assertHeld()
      const published = await this.#request.publish(current, signal)
      await lock.assertHeld()
      await writeCurrentRevision(folder, published, ids)
      await removeLeftovers(folder, published)
    } finally {
      await this.#request.pool.release(opened)
    }
  }

  /** The file of the served revision when its redirects are the same, or were not set. */
  async #redirectsFile(): Promise<Pick<CurrentRevision, 'redirects'>> {
    const { folder, ids } = this.#request
    const served = this.#served?.redirects
    const wanted = this.#redirects
    if (served !== undefined) {
      if (wanted === undefined) return { redirects: served }
      const known = await readRedirects(join(folder, served))
      if (JSON.stringify(known) === JSON.stringify(wanted)) return { redirects: served }
    }
    if (wanted === undefined || wanted.length === 0) return {}
    const redirects = `redirects-${ids.sortable()}`
    await storeRedirects(join(folder, redirects), wanted)
    return { redirects }
  }

  async #end(): Promise<void> {
    this.#ended = true
    await this.#draft.close()
    await this.#vectors.close()
    await this.#request.pool.release(this.#held)
    await this.#request.lock.release()
  }

  #assertOpen(options: CallOptions): void {
    options.signal?.throwIfAborted()
    if (this.#ended)
      throw new DocentError('internal', 'This revision was committed or aborted: begin another one.')
  }
}

/** What a revision begins with. */
async function basis(
  base: CurrentRevision | undefined,
  held: readonly Segment[],
  signal: AbortSignal | undefined,
): Promise<DraftBasis> {
  const turns = new Turns(signal)
  const places: [string, FilePlace][] = []
  for (const [at, segment] of held.entries()) {
    const gone = new Set(base?.segments[at]?.gone)
    for (const [file, [name]] of (await segment.files(turns)).entries())
      if (!gone.has(file)) places.push([name, { segment: segment.name, file }])
  }
  const segments = (base?.segments ?? []).map(({ gone, ...done }) => ({ done, gone: new Set(gone) }))
  return { segments, places }
}
