import type { ProjectSource } from '@docent/core/plugin'
import type { PageInput, ReadReply } from './read-reply.ts'

/** Reads pages, in this thread or in another. */
export interface PageReader {
  read(page: PageInput, signal: AbortSignal): Promise<ReadReply>
  close(): Promise<void>
}

/** What a reader must know of the site; can be handed to another thread. */
export interface ReaderSite {
  source: ProjectSource
  origins: readonly string[]
  product: string
}
