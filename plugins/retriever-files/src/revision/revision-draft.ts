import { join } from 'node:path'
import { addPageNames, type Page, type Passage } from '@docent/content'
import type { Ids, PassageVector } from '@docent/core/plugin'
import {
  type Analyzer,
  analyzePassage,
  attributesOf,
  encodeTerms,
  pageHead,
  pageLinks,
  Turns,
} from '@docent/search'
import { encodeRecord } from '../files/records.ts'
import { type DoneSegment, SEGMENT_ROWS, SegmentDraft } from '../segments/segment-draft.ts'

/** A page with its passages, as the writer is given it. */
export interface WrittenPage {
  page: Page
  passages: readonly Passage[]
  hash: string
  vectors?: readonly PassageVector[]
}

/** A segment of the revision, and which of its files are gone. */
export interface DraftedSegment {
  done: DoneSegment
  gone: Set<number>
}

export interface FilePlace {
  segment: string
  file: number
}

/** What the revision continues: segments, and the files in them that are not gone. */
export interface DraftBasis {
  segments: readonly DraftedSegment[]
  places: readonly (readonly [file: string, place: FilePlace])[]
}

export interface DraftParts {
  folder: string
  ids: Ids
  analyzer: Analyzer
  dimensions: number | undefined
}

const NONE = new Uint8Array(0)

/** Collects the changes of a revision: new segments, and the files that are gone from any. */
export class RevisionDraft {
  readonly #parts: DraftParts
  /** Where each file is; one with more passages than a segment has room for is in several. */
  readonly #places = new Map<string, FilePlace[]>()
  readonly #segments = new Map<string, DraftedSegment>()
  #open: SegmentDraft | undefined
  #openGone = new Set<number>()
  #last: Promise<void> = Promise.resolve()
  /** Passages written by this draft. */
  written = 0
  changed = false

  constructor(parts: DraftParts, { segments, places }: DraftBasis) {
    this.#parts = parts
    for (const segment of segments) this.#segments.set(segment.done.name, segment)
    for (const [file, place] of places) this.#add(file, place)
  }

  write(entries: readonly WrittenPage[], signal?: AbortSignal): Promise<void> {
    return this.#next(() => this.#write(entries, new Turns(signal)))
  }

  remove(files: readonly string[]): Promise<void> {
    return this.#next(async () => {
      for (const file of files) this.#drop(file)
    })
  }

  /** Ends the segment that is open. All are on disk then, and nothing more may be written. */
  async finish(signal?: AbortSignal): Promise<DraftedSegment[]> {
    await this.#next(() => this.#finishOpen(new Turns(signal)))
    return [...this.#segments.values()]
  }

  /** Closes what is open, once nothing is written any more. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#last])
    const open = this.#open
    this.#open = undefined
    await open?.close()
  }

  /** One after another: files follow each other in a segment. After a failure, nothing can be trusted. */
  #next(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work)
    this.#last.catch(() => {})
    return this.#last
  }

  async #write(entries: readonly WrittenPage[], turns: Turns): Promise<void> {
    for (const { page } of entries) this.#drop(page.file)
    // The pages of a file follow each other in one segment, however they come.
    for (const [file, pages] of Map.groupBy(entries, ({ page }) => page.file)) {
      const rows = pages.reduce((sum, { passages }) => sum + passages.length, 0)
      let segment = await this.#roomFor(rows, turns)
      this.#startFile(segment, file, pages[0]?.hash ?? '')
      for (const entry of pages) {
        await this.#addPage(segment, entry, turns)
        for (const [at, passage] of entry.passages.entries()) {
          if (turns.isOver) await turns.next()
          if (!segment.hasRoomFor(1)) {
            segment = await this.#roomFor(1, turns)
            this.#startFile(segment, file, entry.hash)
          }
          this.#addPassage(segment, entry, passage, entry.vectors?.[at])
        }
        await segment.drain()
      }
    }
  }

  async #roomFor(rows: number, turns: Turns): Promise<SegmentDraft> {
    if (this.#open !== undefined && !this.#open.hasRoomFor(Math.min(rows, SEGMENT_ROWS)))
      await this.#finishOpen(turns)
    const { folder, ids, dimensions } = this.#parts
    const name = `segment-${ids.sortable()}`
    this.#open ??= await SegmentDraft.create(join(folder, name), name, dimensions)
    return this.#open
  }

  async #finishOpen(turns: Turns): Promise<void> {
    const open = this.#open
    if (open === undefined) return
    this.#open = undefined
    const gone = this.#openGone
    this.#openGone = new Set()
    try {
      this.#segments.set(open.name, { done: await open.finish(turns), gone })
    } catch (error) {
      await open.close()
      throw error
    }
  }

  #startFile(segment: SegmentDraft, file: string, hash: string): void {
    this.#add(file, { segment: segment.name, file: segment.startFile(file, hash) })
  }

  #add(file: string, place: FilePlace): void {
    const known = this.#places.get(file)
    if (known === undefined) this.#places.set(file, [place])
    else known.push(place)
  }

  async #addPage(segment: SegmentDraft, { page }: WrittenPage, turns: Turns): Promise<void> {
    const [names, facts] = [new Set<string>(), new Set<number>()]
    for (const _ of addPageNames(page, names, facts)) if (turns.isOver) await turns.next()
    segment.addPage({
      record: encodeRecord(NONE, NONE, Buffer.from(JSON.stringify(page))),
      head: pageHead(page),
      links: pageLinks(page, this.#parts.analyzer),
      names,
      facts: Int32Array.from(facts),
      attributes: attributesOf(page, page),
    })
  }

  #addPassage(
    segment: SegmentDraft,
    { page }: WrittenPage,
    passage: Passage,
    vector: PassageVector | undefined,
  ): void {
    const { words, terms } = analyzePassage(passage, this.#parts.analyzer)
    const hasVector = vector !== undefined && vector.values.length === this.#parts.dimensions
    const about = hasVector ? [passage.pagePath, vector.key] : [passage.pagePath]
    const parts = [JSON.stringify(about), JSON.stringify(passage)].map((text) => Buffer.from(text))
    const [first = NONE, second = NONE] = parts
    segment.addRow({
      record: encodeRecord(encodeTerms(terms), first, second),
      terms,
      words,
      attributes: attributesOf(passage, page),
      vector: hasVector ? vector : undefined,
    })
    this.written++
  }

  /** What the revision holds of a file so far goes. */
  #drop(file: string): void {
    this.changed = true
    for (const place of this.#places.get(file) ?? []) {
      const gone =
        place.segment === this.#open?.name ? this.#openGone : this.#segments.get(place.segment)?.gone
      gone?.add(place.file)
    }
    this.#places.delete(file)
  }
}
