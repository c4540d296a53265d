import type { ProjectId } from './ids.ts'

/** People, and programs that say in their user agent what they are. */
export type ReaderKind = 'human' | 'ai'

export interface PageView {
  readonly projectId: ProjectId
  /** Route path of the page. */
  readonly path: string
  readonly reader: ReaderKind
  /** Which program, by one of few names; absent for people, and for programs without one. */
  readonly program?: string
  /** Hash of the reader, salted for one day: nobody can tell who it is, nor find them on another day. */
  readonly visitor: string
  /** Milliseconds since the epoch. */
  readonly viewedAt: number
}
