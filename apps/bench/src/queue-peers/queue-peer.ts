/** A queue of jobs as the benchmark drives it. */
export interface PeerQueue {
  /** Resolves when the job is stored. */
  create(id: string): Promise<unknown>
  /** Begins to take jobs, so many at once; each ends as soon as it is told. */
  work(concurrency: number, onStart: (id: string) => void): Promise<void>
  close(): Promise<void>
}

export interface QueueAddresses {
  postgres: string
  redisPort: number
}

export interface QueuePeer {
  readonly name: string
  /** What differs from the others, for the table. */
  readonly note: string
  open(addresses: QueueAddresses): Promise<PeerQueue>
}
