import type { CallOptions, Clock, NamedLeases } from '@docent/core/plugin'

/** Named leases in memory, for tests. */
export class MemoryNamedLeases implements NamedLeases {
  protected readonly clock: Clock
  protected readonly leases = new Map<string, { holder: string; expiresAt: number }>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  async acquire(name: string, holder: string, ttlMs: number, options?: CallOptions): Promise<boolean> {
    options?.signal?.throwIfAborted()
    const now = this.clock.now()
    const lease = this.leases.get(name)
    if (lease && lease.holder !== holder && lease.expiresAt > now) return false
    this.leases.set(name, { holder, expiresAt: now + ttlMs })
    return true
  }

  async release(name: string, holder: string, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    if (this.leases.get(name)?.holder === holder) this.leases.delete(name)
  }
}
