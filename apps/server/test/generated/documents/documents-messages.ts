import type { Stall } from '../loop-stalls.ts'

/** A folder with a folder for each project, and the name of its revision. */
export interface RoundOrder {
  readonly folder: string
  readonly name: string
}

export type DocumentsMessage =
  | { kind: 'ready' }
  | { kind: 'indexing'; project: string }
  | { kind: 'summary'; project: string; pages: number; passages: number }
  | { kind: 'indexed'; rss: number }
  | { kind: 'problem'; file: string; message: string }
  | ({ kind: 'stall' } & Stall)
