import type { CallOptions, Json, Project, ProjectId } from '@docent/core'
import { describe, expect, test } from 'vitest'
import { ManualClock } from '../fakes/manual-clock.ts'
import { MemoryProjectStore } from '../fakes/memory-project-store.ts'
import { failingCases } from './contract-case.ts'
import { projectStoreCases, projectStoreContract } from './project-store.ts'

class MovesDomains extends MemoryProjectStore {
  override put(project: Project, options?: CallOptions) {
    const before = this.projects.get(project.id)
    if (before && !options?.signal?.aborted) {
      this.projects.set(project.id, { ...before, domain: project.domain })
    }
    return super.put(project, options)
  }
}

class SharesDomains extends MemoryProjectStore {
  override async put(project: Project, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    if (this.projects.has(project.id)) return super.put(project, options)
    this.projects.set(project.id, structuredClone(project))
  }
}

class ChecksTheDomainTooEarly extends MemoryProjectStore {
  override async put(project: Project, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    const owner = await super.byDomain(project.domain)
    if (owner) return super.put(project, options)
    this.projects.set(project.id, structuredClone(project))
  }
}

class MergesIntoTheOldProject extends MemoryProjectStore {
  override put(project: Project, options?: CallOptions) {
    return super.put({ ...this.projects.get(project.id), ...project }, options)
  }
}

class HidesDisabledProjects extends MemoryProjectStore {
  override async list(options?: CallOptions) {
    return (await super.list(options)).filter((project) => !project.disabled)
  }
}

class LeasesByItsOwnTime extends MemoryProjectStore {
  override async lease(name: string, holder: string, ttlMs: number, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    const lease = this.leases.get(name)
    if (lease && lease.holder !== holder && lease.expiresAt > Date.now()) return false
    this.leases.set(name, { holder, expiresAt: Date.now() + ttlMs })
    return true
  }
}

class HoldsALeaseOneMomentLong extends MemoryProjectStore {
  override lease(name: string, holder: string, ttlMs: number, options?: CallOptions) {
    return super.lease(name, holder, ttlMs + 1, options)
  }
}

class DoesNotRenew extends MemoryProjectStore {
  override async lease(name: string, holder: string, ttlMs: number, options?: CallOptions) {
    const held = this.leases.get(name)
    if (held?.holder === holder && held.expiresAt > this.clock.now()) return true
    return super.lease(name, holder, ttlMs, options)
  }
}

class AnybodyUnleases extends MemoryProjectStore {
  override async unlease(name: string) {
    this.leases.delete(name)
  }
}

class LooksBeforeItLeases extends MemoryProjectStore {
  override async lease(name: string, holder: string, ttlMs: number, options?: CallOptions) {
    const held = this.leases.get(name)
    await Promise.resolve()
    if (!held && !options?.signal?.aborted) this.leases.delete(name)
    return super.lease(name, holder, ttlMs, options)
  }
}

class OneStateAProject extends MemoryProjectStore {
  override setState(project: ProjectId, _key: string, value: Json, options?: CallOptions) {
    return super.setState(project, 'state', value, options)
  }
  override state(project: ProjectId, _key: string, options?: CallOptions) {
    return super.state(project, 'state', options)
  }
}

projectStoreContract('memory', () => {
  const clock = new ManualClock()
  return { clock, store: new MemoryProjectStore(clock) }
})

describe('ProjectStore contract', () => {
  test.each([
    { Broken: MovesDomains, sentence: /another domain or organization/ },
    { Broken: SharesDomains, sentence: /refuses the domain of another project/ },
    { Broken: ChecksTheDomainTooEarly, sentence: /one of many concurrent projects/ },
    { Broken: MergesIntoTheOldProject, sentence: /leaves out/ },
    { Broken: HidesDisabledProjects, sentence: /disabled ones too/ },
    { Broken: LeasesByItsOwnTime, sentence: /by the clock of the store/ },
    { Broken: HoldsALeaseOneMomentLong, sentence: /by the clock of the store/ },
    { Broken: DoesNotRenew, sentence: /renews a lease/ },
    { Broken: AnybodyUnleases, sentence: /from its holder only/ },
    { Broken: LooksBeforeItLeases, sentence: /one of many who ask at once/ },
    { Broken: OneStateAProject, sentence: /state of a project by key/ },
  ])('catches a store that is $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(projectStoreCases, () => {
      const clock = new ManualClock()
      return { clock, store: new Broken(clock) }
    })
    expect(failing.join('\n')).toMatch(sentence)
  })
})
