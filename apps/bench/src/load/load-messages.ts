/** What the clients need to know of the server. */
export interface LoadServer {
  readonly url: string
  readonly adminKey: string
  readonly assistantKey: string
}

/** What the server process holds, after a full collection of garbage. */
export interface Sample {
  /** ms since the epoch. */
  readonly at: number
  readonly rss: number
  /** Objects of JavaScript and the memory outside the heap that they keep, bytes. */
  readonly live: number
  /** Open file descriptors. */
  readonly descriptors: number
  readonly threads: number
  /** User and system time of all threads, µs. */
  readonly cpuUs: number
  /** Longest delay of the event loop since the last sample, ms. */
  readonly loopDelayMs: number
}

export type LoadMessage =
  | ({ kind: 'started' } & LoadServer)
  | ({ kind: 'sample' } & Sample)
  | { kind: 'failure'; line: string }
