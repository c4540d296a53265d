import { inject, Lifecycle, scoped } from 'tsyringe'
import { projectId } from '../domain/ids.ts'
import type { KeyRecord } from '../domain/key.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { ProjectStore } from '../ports/project-store.ts'

/** How long a project is believed without asking the store, and how many are kept. */
const CACHE_MS = 2_000
const CACHE_SIZE = 1_000

/**
 * The project that a request names, as its key may see it. Whatever the reason why it may not (unknown, disabled,
 * another organization's, not one of the key's), the error is the same, so that no key can probe what exists.
 */
@scoped(Lifecycle.ContainerScoped)
export class FindProject {
  readonly #cache = new Map<string, { project: Project; until: number }>()

  constructor(
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** For admin keys. @throws DocentError `not_found` */
  async byId(key: KeyRecord, id: string, options: CallOptions = {}): Promise<Project> {
    const project = await this.#remember(`id:${id}`, () => this.projects.get(projectId(id), options))
    return visible(project, key)
  }

  /** For assistant keys. @throws DocentError `not_found` */
  async byDomain(key: KeyRecord, domain: string, options: CallOptions = {}): Promise<Project> {
    const project = await this.#remember(`domain:${domain}`, () => this.projects.byDomain(domain, options))
    return visible(project, key)
  }

  /** Only projects that exist are remembered: guessed names leave nothing behind. */
  async #remember(name: string, load: () => Promise<Project | undefined>): Promise<Project | undefined> {
    const now = this.clock.now()
    const cached = this.#cache.get(name)
    if (cached && now < cached.until) return cached.project
    const project = await load()
    if (!project) return undefined
    if (this.#cache.size >= CACHE_SIZE) this.#cache.clear()
    this.#cache.set(name, { project, until: now + CACHE_MS })
    return project
  }
}

function visible(project: Project | undefined, key: KeyRecord): Project {
  const isVisible =
    project !== undefined &&
    !project.disabled &&
    project.organizationId === key.organizationId &&
    (key.projectIds.length === 0 ? key.kind === 'admin' : key.projectIds.includes(project.id))
  if (!isVisible) throw new DocentError('not_found', 'There is no such project.')
  return project
}
