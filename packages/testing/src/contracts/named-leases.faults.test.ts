import type { CallOptions } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { ManualClock } from '../fakes/manual-clock.ts'
import { MemoryNamedLeases } from '../fakes/memory-named-leases.ts'
import { failingCases } from './contract-case.ts'
import { namedLeasesCases, namedLeasesContract } from './named-leases.ts'

class LeasesByItsOwnTime extends MemoryNamedLeases {
  override async acquire(name: string, holder: string, ttlMs: number, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    const lease = this.leases.get(name)
    if (lease && lease.holder !== holder && lease.expiresAt > Date.now()) return false
    this.leases.set(name, { holder, expiresAt: Date.now() + ttlMs })
    return true
  }
}

class HoldsALeaseOneMomentLong extends MemoryNamedLeases {
  override acquire(name: string, holder: string, ttlMs: number, options?: CallOptions) {
    return super.acquire(name, holder, ttlMs + 1, options)
  }
}

class DoesNotRenew extends MemoryNamedLeases {
  override async acquire(name: string, holder: string, ttlMs: number, options?: CallOptions) {
    const held = this.leases.get(name)
    if (held?.holder === holder && held.expiresAt > this.clock.now()) return true
    return super.acquire(name, holder, ttlMs, options)
  }
}

class AnybodyUnleases extends MemoryNamedLeases {
  override async release(name: string) {
    this.leases.delete(name)
  }
}

class LooksBeforeItLeases extends MemoryNamedLeases {
  override async acquire(name: string, holder: string, ttlMs: number, options?: CallOptions) {
    const held = this.leases.get(name)
    await Promise.resolve()
    if (!held && !options?.signal?.aborted) this.leases.delete(name)
    return super.acquire(name, holder, ttlMs, options)
  }
}

class RenewsForEver extends MemoryNamedLeases {
  override acquire(name: string, holder: string, ttlMs: number, options?: CallOptions) {
    const isRenewal = this.leases.get(name)?.holder === holder
    return super.acquire(name, holder, isRenewal ? 2 * ttlMs : ttlMs, options)
  }
}

class RenewsFromTheOldEnd extends MemoryNamedLeases {
  override acquire(name: string, holder: string, ttlMs: number, options?: CallOptions) {
    const held = this.leases.get(name)
    const left = held?.holder === holder ? Math.max(0, held.expiresAt - this.clock.now()) : 0
    return super.acquire(name, holder, ttlMs + left, options)
  }
}

class OneLeaseForAll extends MemoryNamedLeases {
  override acquire(_name: string, holder: string, ttlMs: number, options?: CallOptions) {
    return super.acquire('all', holder, ttlMs, options)
  }
}

class LeasesInSeconds extends MemoryNamedLeases {
  override acquire(name: string, holder: string, ttlMs: number, options?: CallOptions) {
    return super.acquire(name, holder, ttlMs * 1_000, options)
  }
}

namedLeasesContract('memory', () => {
  const clock = new ManualClock()
  return { clock, store: new MemoryNamedLeases(clock) }
})

describe('NamedLeases contract', () => {
  test.each([
    { Broken: LeasesByItsOwnTime, sentence: /by the clock of the store/ },
    { Broken: HoldsALeaseOneMomentLong, sentence: /by the clock of the store/ },
    { Broken: DoesNotRenew, sentence: /renews a lease/ },
    { Broken: AnybodyUnleases, sentence: /from its holder only/ },
    { Broken: LooksBeforeItLeases, sentence: /one of many who ask at once/ },
    { Broken: RenewsForEver, sentence: /renews a lease/ },
    { Broken: RenewsFromTheOldEnd, sentence: /renews a lease/ },
    { Broken: OneLeaseForAll, sentence: /different names apart/ },
    { Broken: LeasesInSeconds, sentence: /by the clock of the store/ },
  ])('catches a store that is $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(namedLeasesCases, () => {
      const clock = new ManualClock()
      return { clock, store: new Broken(clock) }
    })
    expect(failing.join('\n')).toMatch(sentence)
  })
})
