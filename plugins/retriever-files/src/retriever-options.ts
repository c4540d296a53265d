import type { Clock, Ids, Logger } from '@docent/core/plugin'
import type { ObjectStore } from '@docent/object-store'

export interface FileRetrieverOptions {
  /** Absolute path; made when it is first written to. */
  directory: string
  /** Most MiB of what searches keep of all indices; the rest is read from files. */
  memoryMb: number
  /** What the first place by vectors counts beside the best score by words, from 0; default 0.1. */
  vectorWeight?: number | undefined
  /** Where revisions are shared with other nodes; absent: this node is alone, or has a common disk with the others. */
  replicate?: { store: ObjectStore; pollMs: number; keepMinutes: number } | undefined
  clock: Clock
  ids: Ids
  logger: Logger
}
