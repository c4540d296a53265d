import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** Leases by name, such as "the one index writer of a project". Only the store's clock counts. */
export interface NamedLeases {
  /** Takes or renews a lease; false when another holder has it. */
  acquire(name: string, holder: string, ttlMs: number, options?: CallOptions): Promise<boolean>
  /** Gives a lease back; nothing happens when another holder has it. */
  release(name: string, holder: string, options?: CallOptions): Promise<void>
}

export const NamedLeases: Token<NamedLeases> = token<NamedLeases>('NamedLeases')
