/** Every async member of a port takes these last. */
export interface CallOptions {
  /** Aborting rejects the call with the signal's reason and releases what it held. */
  signal?: AbortSignal
}

/** What a plugin's `health` answers. */
export interface Health {
  ok: boolean
  /** The part fails, and the server still serves everything. */
  isDegraded?: boolean
  /** Safe to show to an operator. */
  message?: string
}
