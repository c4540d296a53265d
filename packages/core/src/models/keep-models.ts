import { inject, injectable } from 'tsyringe'
import type { ProjectId } from '../domain/ids.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { Models } from './models.ts'

const ROLES = ['agent', 'assistant'] as const

/** What a project used before a change, as `provider:model`. */
interface UsedModel {
  readonly project: ProjectId
  readonly role: (typeof ROLES)[number]
  readonly id: string
}

/** Keeps projects at their models while credentials change: with a key, another provider may become the default. */
@injectable()
export class KeepModels {
  constructor(
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Models) private readonly models: Models,
  ) {}

  /** The models that projects use without having chosen them. Those of docent.config.ts follow the server. */
  async used(options: CallOptions = {}): Promise<UsedModel[]> {
    const projects = await this.projects.list(options)
    return projects
      .filter(({ origin }) => origin !== 'config')
      .flatMap((project) =>
        ROLES.flatMap((role) => {
          const id = project.models[role] === undefined ? this.#defaultOf(project, role) : undefined
          return id === undefined ? [] : [{ project: project.id, role, id }]
        }),
      )
  }

  /** Writes each model that still works to its project, where another one would take its place. */
  async keep(used: readonly UsedModel[], options: CallOptions = {}): Promise<void> {
    for (const { project: id, role, id: model } of used) {
      const project = await this.projects.get(id, options)
      if (project === undefined || project.models[role] !== undefined) continue
      if (this.#defaultOf(project, role) === model || !this.#works(model)) continue
      await this.projects.put({ ...project, models: { ...project.models, [role]: model } }, options)
    }
  }

  #defaultOf(project: Parameters<Models['idFor']>[0], role: string): string | undefined {
    return this.models.problem(project, role) === undefined ? this.models.idFor(project, role) : undefined
  }

  #works(id: string): boolean {
    try {
      this.models.resolve(id)
      return true
    } catch (error) {
      if (DocentError.is(error)) return false
      throw error
    }
  }
}
