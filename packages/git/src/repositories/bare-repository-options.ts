export interface BareRepositoryOptions {
  /** Longest fetch or push, ms. Default 300,000. */
  transferTimeoutMs?: number
  /** Longest local command, ms. Default 60,000. */
  timeoutMs?: number
  /** The very first fetch brings only the newest commit; `deepen` brings the rest when it is needed. Default true. */
  shallow?: boolean
  /** Most bytes that one fetch may bring, as they are packed; the history that `deepen` brings has no bound. Default 2 GiB. */
  maxFetchBytes?: number
  /** Attempts for one fetch, including the first. Default 3. */
  attempts?: number
  /** Called when the repository was missing or damaged and has been made anew. */
  onRenewed?(url: string): void
}
