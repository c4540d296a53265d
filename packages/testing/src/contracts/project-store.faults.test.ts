import type { CallOptions, Organization, Project, ProjectId } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
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

class FindsDomainsByPart extends MemoryProjectStore {
  override async byDomain(domain: string, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return structuredClone(
      [...this.projects.values()].find((each) => domain.startsWith(each.domain.slice(0, 2))),
    )
  }
}

class ListsInTheOrderOfCreation extends MemoryProjectStore {
  override async list(options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return structuredClone([...this.projects.values()])
  }
}

class LendsItsProjects extends MemoryProjectStore {
  override async get(id: ProjectId, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return this.projects.get(id)
  }
}

class KeepsTheOldOrganization extends MemoryProjectStore {
  override async putOrganization(organization: Organization, options?: CallOptions) {
    if (!this.organizationOf.has(organization.id)) await super.putOrganization(organization, options)
  }
}

projectStoreContract('memory', () => {
  return { store: new MemoryProjectStore() }
})

describe('ProjectStore contract', () => {
  test.each([
    { Broken: MovesDomains, sentence: /another domain or organization/ },
    { Broken: SharesDomains, sentence: /refuses the domain of another project/ },
    { Broken: ChecksTheDomainTooEarly, sentence: /one of many concurrent projects/ },
    { Broken: MergesIntoTheOldProject, sentence: /leaves out/ },
    { Broken: HidesDisabledProjects, sentence: /disabled ones too/ },
    { Broken: FindsDomainsByPart, sentence: /domain/ },
    { Broken: ListsInTheOrderOfCreation, sentence: /projects by id/ },
    { Broken: LendsItsProjects, sentence: /is not changed/ },
    { Broken: KeepsTheOldOrganization, sentence: /replaces organizations/ },
  ])('catches a store that is $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(projectStoreCases, () => {
      return { store: new Broken() }
    })
    expect(failing.join('\n')).toMatch(sentence)
  })
})
