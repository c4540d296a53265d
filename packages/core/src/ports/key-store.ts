import type { KeyId, OrganizationId } from '../domain/ids.ts'
import type { KeyChange, KeyHash, KeyRecord } from '../domain/key.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** Hashed API keys. */
export interface KeyStore {
  /** @throws DocentError `conflict` when the hash or the id is there already. */
  create(record: KeyRecord, options?: CallOptions): Promise<void>
  /** By any of the hashes (one a secret, newest first); revoked and expired ones too: the caller decides. */
  findByHash(hashes: readonly string[], options?: CallOptions): Promise<KeyRecord | undefined>
  /** Newest first. */
  list(organization: OrganizationId, options?: CallOptions): Promise<KeyRecord[]>
  /** Keeps the first time when called twice. Undefined when there is none in that organization. */
  revoke(
    organization: OrganizationId,
    id: KeyId,
    at: number,
    options?: CallOptions,
  ): Promise<KeyRecord | undefined>
  /** Puts a key that was revoked at `since` or later back into use. Undefined when there is no such key to put back. */
  restore(
    organization: OrganizationId,
    id: KeyId,
    since: number,
    options?: CallOptions,
  ): Promise<KeyRecord | undefined>
  /** Changes what `change` names alone; see `withKeyChange`. Undefined when there is no such key in that organization. */
  change(
    organization: OrganizationId,
    id: KeyId,
    change: KeyChange,
    options?: CallOptions,
  ): Promise<KeyRecord | undefined>
  /**
   * Replaces the hash, which an older secret keyed, and `keyedBy`. Nothing happens when the key no longer has the hash
   * `from`.
   */
  rehash(id: KeyId, from: string, to: KeyHash, options?: CallOptions): Promise<void>
  /** Writes `lastUsedAt` when it is later than what is stored. */
  touch(id: KeyId, at: number, options?: CallOptions): Promise<void>
}

export const KeyStore: Token<KeyStore> = token<KeyStore>('KeyStore')
