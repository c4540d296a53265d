import { inject, injectable } from 'tsyringe'
import { RepositoryAccess } from '../access/repository-access.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import { assertPriced } from '../limits/spend-caps.ts'
import { Models } from '../models/models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { type ProjectConfig, toProject } from './project-config.ts'

/** Changes a project that is kept in the store. */
@injectable()
export class ChangeProject {
  constructor(
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Models) private readonly models: Models,
    @inject(RepositoryAccess) private readonly access: RepositoryAccess = new RepositoryAccess(projects),
  ) {}

  /**
   * @param config the whole of it, as an operator would write it
   * @throws DocentError `conflict` for a project of docent.config.ts, which alone says what it is; `configuration` for a
   * spend cap of models whose price is unknown; `forbidden` for a further repository that the organization may not use
   */
  async change(project: Project, config: ProjectConfig, options: CallOptions = {}): Promise<Project> {
    const { id, origin, disabled, createdAt } = project
    if (origin === 'config')
      throw new DocentError(
        'conflict',
        `Project ${id} comes from docent.config.ts. Change the file, and restart the server.`,
      )
    const changed = { ...toProject(config, origin, createdAt), disabled }
    await this.access.assertProject(changed, { ...options, known: project })
    assertPriced({ project: changed }, () => this.models.pricedModels(changed))
    await this.projects.put(changed, options)
    return changed
  }
}
