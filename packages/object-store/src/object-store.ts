import type { CallOptions } from '@docent/core/plugin'

export interface StoredObject {
  bytes: Uint8Array
  /** Differs for every content that the key ever had. */
  etag: string
}

export interface ObjectEntry {
  key: string
  /** Of a key that is written by `putIf`, as `get` answers it; another one when the store spells it differently here. */
  etag: string
  /** By the clock of the store, in milliseconds since 1970. */
  modifiedAt: number
}

/** When a put may happen: while the key has nothing, or while it has exactly this. */
export type PutCondition = 'absent' | { etag: string }

export interface GetOptions extends CallOptions {
  /** Answers `unchanged` while the key still has this. */
  unless?: string | undefined
}

/**
 * Keeps bytes by keys for several machines. Keys are parts of letters, digits, `.`, `_`, `~` and `-`, with slashes
 * between them. A key is written either always by `put` or always by `putIf`. Every call has a time limit and is
 * repeated a few times.
 *
 * @throws DocentError `unavailable`, retryable, when the store does not answer or is full; `configuration` when it
 * refuses the credentials, the permission or the bucket
 */
export interface ObjectStore {
  /** How an operator knows it, such as `bucket docs at https://s3.example.com`. */
  readonly name: string
  /** Undefined when the key has nothing. */
  get(key: string, options?: GetOptions): Promise<StoredObject | 'unchanged' | undefined>
  /** For what never changes: the key is new, or has these bytes already. */
  put(key: string, bytes: Uint8Array, options?: CallOptions): Promise<void>
  /**
   * Writes in one step, if the condition holds, and answers the new etag. Undefined when it does not hold; also when an
   * earlier try of the same call went through unheard: read the key to know.
   */
  putIf(
    key: string,
    bytes: Uint8Array,
    condition: PutCondition,
    options?: CallOptions,
  ): Promise<string | undefined>
  /** What is gone already is no failure. */
  delete(keys: readonly string[], options?: CallOptions): Promise<void>
  /** Everything below a prefix, which ends with a slash. */
  list(prefix: string, options?: CallOptions): Promise<ObjectEntry[]>
}
