/** What one session took, milliseconds. */
export interface SessionTimes {
  /** From nothing to the answer of the first tool call. */
  firstMs: number
  /** To the answer of the last. */
  callsMs: number
  /** With the commit of everything that changed. */
  totalMs: number
  /** Slowest call of each tool. */
  slowest: Record<string, number>
  /** Files in the commit. */
  changed: number
  /** Calls that were refused. */
  failures: string[]
}
