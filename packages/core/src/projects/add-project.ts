import { inject, injectable } from 'tsyringe'
import { RepositoryAccess } from '../access/repository-access.ts'
import { projectId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import { assertPriced } from '../limits/spend-caps.ts'
import { Models } from '../models/models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { domainIssue, type ProjectConfig, toProject } from './project-config.ts'

/** Adds a project to the store: what the command line and the dashboard do. */
@injectable()
export class AddProject {
  constructor(
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Clock) private readonly clock: Clock,
    @inject(Models) private readonly models: Models,
    @inject(RepositoryAccess) private readonly access: RepositoryAccess = new RepositoryAccess(projects),
  ) {}

  /** @throws DocentError `conflict` for an id or domain that is taken, `not_found` for an unknown organization, `forbidden` for a repository that it may not use. */
  async add(
    config: ProjectConfig,
    origin: 'store' | 'demo' = 'store',
    options: CallOptions = {},
  ): Promise<Project> {
    const message = domainIssue(config)
    if (message !== undefined)
      throw new DocentError('invalid_request', `domain: ${message}.`, {
        issues: [{ path: 'domain', message }],
      })
    const project = toProject(config, origin, this.clock.now())
    if (!(await this.projects.organization(project.organizationId, options)))
      throw new DocentError('not_found', `There is no organization "${project.organizationId}".`)
    const taken = await this.projects.get(projectId(config.id), options)
    if (taken) throw new DocentError('conflict', explainTaken(taken))
    // Docent itself makes the repository of its demo.
    if (origin !== 'demo') await this.access.assertProject(project, options)
    assertPriced({ project }, () => this.models.pricedModels(project))
    await this.projects.put(project, options)
    return project
  }
}

function explainTaken({ id, disabled, origin }: Project): string {
  if (!disabled || origin === 'config') return `A project with the ID "${id}" already exists.`
  return `There was a project "${id}", which was removed. Restore it, or choose another id.`
}
