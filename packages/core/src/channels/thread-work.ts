import type { Channel } from '../ports/channel.ts'
import type { MappedPlace } from './places/channel-places.ts'

/** A thread that is worked on, under its lease. */
export interface ThreadWork {
  readonly id: string
  readonly channel: Channel
  readonly mapped: MappedPlace
  readonly signal: AbortSignal
}
