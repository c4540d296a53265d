import type { OrganizationId, ProjectId } from '../domain/ids.ts'
import type { Organization, Project } from '../domain/project.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** Organizations and their projects. */
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
}

export const ProjectStore: Token<ProjectStore> = token<ProjectStore>('ProjectStore')
