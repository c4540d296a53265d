import {
  type CallOptions,
  type Clock,
  DocentError,
  type Json,
  type Organization,
  type OrganizationId,
  type Project,
  type ProjectId,
  type ProjectStore,
} from '@docent/core'

/** Organizations, projects and leases in memory, for tests. What goes in and comes out is copied. */
export class MemoryProjectStore implements ProjectStore {
  protected readonly clock: Clock
  protected readonly organizationOf = new Map<OrganizationId, Organization>()
  protected readonly projects = new Map<ProjectId, Project>()
  protected readonly leases = new Map<string, { holder: string; expiresAt: number }>()
  protected readonly states = new Map<string, Json>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  async putOrganization(organization: Organization, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    this.organizationOf.set(organization.id, structuredClone(organization))
  }

  async organization(id: OrganizationId, options?: CallOptions): Promise<Organization | undefined> {
    options?.signal?.throwIfAborted()
    return structuredClone(this.organizationOf.get(id))
  }

  async organizations(options?: CallOptions): Promise<Organization[]> {
    options?.signal?.throwIfAborted()
    return byId(this.organizationOf.values())
  }

  async put(project: Project, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    const before = this.projects.get(project.id)
    if (before && (before.domain !== project.domain || before.organizationId !== project.organizationId)) {
      throw new DocentError('conflict', 'The domain and the organization of a project do not change.')
    }
    const owner = [...this.projects.values()].find((each) => each.domain === project.domain)
    if (owner && owner.id !== project.id) {
      throw new DocentError('conflict', `The domain ${project.domain} belongs to another project.`)
    }
    this.projects.set(project.id, structuredClone(project))
  }

  async get(id: ProjectId, options?: CallOptions): Promise<Project | undefined> {
    options?.signal?.throwIfAborted()
    return structuredClone(this.projects.get(id))
  }

  async byDomain(domain: string, options?: CallOptions): Promise<Project | undefined> {
    options?.signal?.throwIfAborted()
    return structuredClone([...this.projects.values()].find((project) => project.domain === domain))
  }

  async list(options?: CallOptions): Promise<Project[]> {
    options?.signal?.throwIfAborted()
    return byId(this.projects.values())
  }

  async lease(name: string, holder: string, ttlMs: number, options?: CallOptions): Promise<boolean> {
    options?.signal?.throwIfAborted()
    const now = this.clock.now()
    const lease = this.leases.get(name)
    if (lease && lease.holder !== holder && lease.expiresAt > now) return false
    this.leases.set(name, { holder, expiresAt: now + ttlMs })
    return true
  }

  async unlease(name: string, holder: string, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    if (this.leases.get(name)?.holder === holder) this.leases.delete(name)
  }

  async setState(project: ProjectId, key: string, value: Json, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    this.states.set(JSON.stringify([project, key]), structuredClone(value))
  }

  async state(project: ProjectId, key: string, options?: CallOptions): Promise<Json | undefined> {
    options?.signal?.throwIfAborted()
    return structuredClone(this.states.get(JSON.stringify([project, key])))
  }
}

function byId<Item extends { readonly id: string }>(items: Iterable<Item>): Item[] {
  return [...items].sort((one, other) => (one.id < other.id ? -1 : 1)).map((item) => structuredClone(item))
}
