import type { Segment } from './segment.ts'

/** A segment as one revision has it: without what was removed or written anew since. */
export class SegmentView {
  readonly segment: Segment
  /** Numbers of the files that are gone. */
  readonly goneFiles: readonly number[]
  /** 1 for each row that is gone; undefined when none is. */
  readonly goneRows: Uint8Array | undefined
  readonly #gonePages: Uint8Array | undefined
  readonly rows: number
  readonly pages: number

  constructor(segment: Segment, goneFiles: readonly number[]) {
    this.segment = segment
    this.goneFiles = goneFiles
    const { fileRows, filePages } = segment
    if (goneFiles.length > 0) {
      this.goneRows = marked(segment.rows, goneFiles, fileRows)
      this.#gonePages = marked(segment.pages, goneFiles, filePages)
    }
    this.rows = segment.rows - countOf(goneFiles, fileRows)
    this.pages = segment.pages - countOf(goneFiles, filePages)
  }

  hasPage(page: number): boolean {
    return this.#gonePages?.[page] !== 1
  }

  hasRow(row: number): boolean {
    return this.goneRows?.[row] !== 1
  }
}

function marked(size: number, files: readonly number[], starts: Uint32Array): Uint8Array {
  const marks = new Uint8Array(size)
  for (const file of files) marks.fill(1, starts[file], starts[file + 1])
  return marks
}

function countOf(files: readonly number[], starts: Uint32Array): number {
  return files.reduce((sum, file) => sum + (starts[file + 1] ?? 0) - (starts[file] ?? 0), 0)
}
