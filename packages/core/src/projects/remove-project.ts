import { inject, injectable } from 'tsyringe'
import { RepositoryAccess } from '../access/repository-access.ts'
import { projectId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { ProjectStore } from '../ports/project-store.ts'

/**
 * Takes a project that is kept in the store out of use, and back into use. Nothing is deleted: jobs, conversations and
 * keys stay, and so do its id and its domain.
 */
@injectable()
export class RemoveProject {
  constructor(
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(RepositoryAccess) private readonly access: RepositoryAccess = new RepositoryAccess(projects),
  ) {}

  /** @throws DocentError `conflict` for a project of docent.config.ts, which would come back at the next start */
  async remove(project: Project, options: CallOptions = {}): Promise<Project> {
    if (project.origin === 'config')
      throw new DocentError(
        'conflict',
        `Project ${project.id} comes from docent.config.ts. Remove it from the file, and restart the server.`,
      )
    return this.#put({ ...project, disabled: true }, options)
  }

  /** @throws DocentError `not_found` for an id that no removed project has, `forbidden` for a repository of others */
  async restore(id: string, options: CallOptions = {}): Promise<Project> {
    const project = await this.projects.get(projectId(id), options)
    if (!project || !isRemoved(project))
      throw new DocentError('not_found', `There is no removed project "${id}".`)
    if (project.origin !== 'demo') await this.access.assertProject(project, options)
    return this.#put({ ...project, disabled: false }, options)
  }

  /** By id. */
  async removed(options: CallOptions = {}): Promise<Project[]> {
    return (await this.projects.list(options)).filter(isRemoved)
  }

  async #put(project: Project, options: CallOptions): Promise<Project> {
    await this.projects.put(project, options)
    return project
  }
}

/** One that is gone from docent.config.ts comes back with the file alone. */
function isRemoved({ disabled, origin }: Project): boolean {
  return disabled && origin !== 'config'
}
