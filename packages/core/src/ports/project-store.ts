import type { OrganizationId, ProjectId } from '../domain/ids.ts'
import type { Json } from '../domain/json.ts'
import type { Organization, Project } from '../domain/project.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** Organizations, projects, and named leases such as "the one index writer of a project". */
export interface ProjectStore {
  /** Creates or replaces by id. */
  putOrganization(organization: Organization, options?: CallOptions): Promise<void>
  organization(id: OrganizationId, options?: CallOptions): Promise<Organization | undefined>
  organizations(options?: CallOptions): Promise<Organization[]>
  /**
   * Creates or replaces by id; `id`, `domain` and `organizationId` of an existing project do not change.
   * @throws DocentError `conflict` when the domain is another project's, or the project exists with another domain or organization.
   */
  put(project: Project, options?: CallOptions): Promise<void>
  get(id: ProjectId, options?: CallOptions): Promise<Project | undefined>
  byDomain(domain: string, options?: CallOptions): Promise<Project | undefined>
  /** By id; disabled ones too. */
  list(options?: CallOptions): Promise<Project[]>
  /** Takes or renews a named lease; false when another holder has it. Only the store's clock counts. */
  lease(name: string, holder: string, ttlMs: number, options?: CallOptions): Promise<boolean>
  /** Gives a named lease back; nothing happens when another holder has it. */
  unlease(name: string, holder: string, options?: CallOptions): Promise<void>
  /** Small facts about a project that survive a restart, such as the progress of indexing. */
  setState(project: ProjectId, key: string, value: Json, options?: CallOptions): Promise<void>
  state(project: ProjectId, key: string, options?: CallOptions): Promise<Json | undefined>
}

export const ProjectStore: Token<ProjectStore> = token<ProjectStore>('ProjectStore')
