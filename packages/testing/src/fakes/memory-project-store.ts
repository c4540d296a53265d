import {
  type CallOptions,
  DocentError,
  type Organization,
  type OrganizationId,
  type Project,
  type ProjectId,
  type ProjectStore,
} from '@docent/core/plugin'

/** Organizations and projects in memory, for tests. What goes in and comes out is copied. */
export class MemoryProjectStore implements ProjectStore {
  protected readonly organizationOf = new Map<OrganizationId, Organization>()
  protected readonly projects = new Map<ProjectId, Project>()

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
      throw new DocentError('conflict', "The domain and the organization of a project can't change.")
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
}

function byId<Item extends { readonly id: string }>(items: Iterable<Item>): Item[] {
  return [...items].sort((one, other) => (one.id < other.id ? -1 : 1)).map((item) => structuredClone(item))
}
