import { join } from 'node:path'
import { decodeTerms, Turns } from '@docent/search'
import { decodeRecord } from '../files/records.ts'
import { type DoneSegment, rowsWith, SEGMENT_BYTES, SegmentDraft } from './segment-draft.ts'
import type { SegmentView } from './segment-view.ts'

/** So many segments of a size become one: each row is written anew once for each size. */
const SEGMENTS_OF_A_SIZE = 8
/** The smallest segments count as one size, the next size has four times their rows, and so on. */
const SMALLEST_ROWS = 256
const TIMES = 4
/** Rows that are gone cost time in each search: from this share of a segment on, the others are written anew. */
const MOST_GONE = 1 / 3
/** Of a small one they cost nothing. */
const GONE_ANYWAY = 64

/** A segment, by what it has. */
export interface SegmentSize {
  /** Rows that are not gone, and all. */
  rows: number
  all: number
  bytes: number
}

/** Segments whose rows are to be in one; a single one only gets rid of what is gone. */
export function segmentsToMerge<Each extends SegmentSize>(
  segments: readonly Each[],
  dimensions: number | undefined,
): Each[][] {
  const bySize = Map.groupBy(segments, ({ rows }) => sizeOf(rows))
  return [...bySize.values()].flatMap((same) => {
    const chosen = same.length >= SEGMENTS_OF_A_SIZE ? same : same.filter(isWorn)
    return inGroups(chosen, rowsWith(dimensions)).filter((group) => group.length > 1 || group.some(isWorn))
  })
}

/** Neighbours together, as far as one segment has room. */
function inGroups<Each extends SegmentSize>(segments: readonly Each[], mostRows: number): Each[][] {
  const groups: Each[][] = []
  let rows = 0
  let bytes = 0
  for (const segment of segments) {
    if (groups.length === 0 || rows + segment.rows > mostRows || bytes + segment.bytes > SEGMENT_BYTES) {
      groups.push([])
      rows = 0
      bytes = 0
    }
    groups.at(-1)?.push(segment)
    rows += segment.rows
    bytes += segment.bytes
  }
  return groups
}

function sizeOf(rows: number): number {
  return Math.ceil(Math.log(Math.max(1, rows / SMALLEST_ROWS)) / Math.log(TIMES))
}

function isWorn({ rows, all }: SegmentSize): boolean {
  return all - rows > Math.max(GONE_ANYWAY, MOST_GONE * all)
}

/**
 * Writes the rows and pages that are not gone from several segments as one: 1 s for 40,000 rows, with turns for other
 * work. Undefined when nothing is left.
 */
export async function mergeSegments(
  views: readonly SegmentView[],
  { folder, name, dimensions, signal }: MergeRequest,
): Promise<DoneSegment | undefined> {
  if (views.every(({ pages, rows }) => pages === 0 && rows === 0)) return undefined
  const turns = new Turns(signal)
  const draft = await SegmentDraft.create(join(folder, name), name, dimensions)
  try {
    for (const view of views) await copyInto(draft, view, turns)
    return await draft.finish(turns)
  } catch (error) {
    await draft.close()
    throw error
  }
}

export interface MergeRequest {
  folder: string
  name: string
  dimensions: number | undefined
  signal: AbortSignal | undefined
}

async function copyInto(
  draft: SegmentDraft,
  { segment, goneFiles }: SegmentView,
  turns: Turns,
): Promise<void> {
  const [files, heads, links, names, facts] = [
    await segment.files(turns),
    await segment.heads(turns),
    await segment.links(turns),
    await segment.names(turns),
    await segment.facts(),
  ]
  const gone = new Set(goneFiles)
  const attributesAt = (number: number | undefined) => {
    const attributes = segment.attributes[number ?? 0]
    if (attributes === undefined) throw new Error('A file of the search index is damaged.')
    return attributes
  }
  for (const [number, [file, hash]] of files.entries()) {
    if (gone.has(number)) continue
    draft.startFile(file, hash)
    for (let page = segment.filePages[number] ?? 0; page < (segment.filePages[number + 1] ?? 0); page++) {
      const head = heads[page]
      if (head === undefined) throw new Error('A file of the search index is damaged.')
      draft.addPage({
        record: await segment.pageRecord(page),
        head,
        links: links[page] ?? [],
        names: (names[page] ?? '').split('\n'),
        facts: facts[page] ?? new Int32Array(),
        attributes: attributesAt(segment.pageAttributes[page]),
      })
    }
    for (let row = segment.fileRows[number] ?? 0; row < (segment.fileRows[number + 1] ?? 0); row++) {
      if (turns.isOver) await turns.next()
      const record = await segment.record(row)
      const [terms, about] = decodeRecord(record)
      draft.addRow({
        record,
        terms: decodeTerms(terms),
        attributes: attributesAt(segment.rowAttributes[row]),
        vector: await vectorOf(segment, row, about),
      })
    }
    await draft.drain()
  }
  for (const word of await segment.words()) draft.addWord(word)
}

async function vectorOf({ vectors }: SegmentView['segment'], row: number, about: Uint8Array) {
  const place = vectors?.placeOf(row) ?? -1
  if (vectors === undefined || place < 0) return undefined
  const [, key = '']: [string, string?] = JSON.parse(Buffer.from(about).toString())
  return { key, values: await vectors.at(place) }
}
