import { isDeepStrictEqual } from 'node:util'
import { inject, injectable } from 'tsyringe'
import type { Organization, Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import { assertPriced } from '../limits/spend-caps.ts'
import { Models } from '../models/models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { makeDefaultOrganization } from './make-default-organization.ts'
import { type ProjectConfig, toProject } from './project-config.ts'

/** What docent.config.ts says about whom the server serves. */
export interface ConfiguredProjects {
  organizations: readonly Organization[]
  projects: readonly ProjectConfig[]
}

/**
 * Brings the store in line with docent.config.ts: what is named is created or updated, a project that is gone from
 * the file is disabled and never deleted, and what the command line made is left alone. Writes only what differs.
 */
@injectable()
export class SyncProjects {
  constructor(
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Clock) private readonly clock: Clock,
    @inject(Models) private readonly models: Models,
  ) {}

  /** @throws DocentError `configuration` for a project whose domain or organization differs from what the store has. */
  async sync(configured: ConfiguredProjects, options: CallOptions = {}): Promise<void> {
    await this.#syncOrganizations(configured.organizations, options)
    const stored = new Map((await this.projects.list(options)).map((project) => [project.id, project]))
    const named = new Set<string>()
    for (const config of configured.projects) {
      const project = toProject(config, 'config', this.clock.now())
      named.add(project.id)
      await this.#put(project, stored.get(project.id), options)
    }
    for (const project of stored.values()) {
      const isGone = project.origin === 'config' && !project.disabled && !named.has(project.id)
      if (isGone) await this.projects.put({ ...project, disabled: true }, options)
    }
  }

  async #syncOrganizations(organizations: readonly Organization[], options: CallOptions): Promise<void> {
    for (const organization of organizations) {
      const stored = await this.projects.organization(organization.id, options)
      if (!isDeepStrictEqual(stored, organization)) await this.projects.putOrganization(organization, options)
    }
    await makeDefaultOrganization(this.projects, options)
  }

  async #put(project: Project, stored: Project | undefined, options: CallOptions): Promise<void> {
    const wanted = stored ? { ...project, createdAt: stored.createdAt } : project
    assertPriced({ project: wanted }, () => this.models.pricedModels(wanted))
    if (isDeepStrictEqual({ ...stored }, wanted)) return
    try {
      await this.projects.put(wanted, options)
    } catch (error) {
      if (!DocentError.is(error, 'conflict')) throw error
      throw new DocentError('configuration', `projects: "${project.id}": ${error.message}`, { cause: error })
    }
  }
}
