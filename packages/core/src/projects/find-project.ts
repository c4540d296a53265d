import { inject, Lifecycle, scoped } from 'tsyringe'
import { projectId } from '../domain/ids.ts'
import type { Reach } from '../domain/key.ts'
import { isOpenToAll, type Project } from '../domain/project.ts'
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
  #all: { projects: readonly Project[]; until: number } | undefined

  constructor(
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** For admin keys. @throws DocentError `not_found` */
  async byId(key: Reach, id: string, options: CallOptions = {}): Promise<Project> {
    const project = await this.#remember(`id:${id}`, () => this.projects.get(projectId(id), options))
    return visible(project, key)
  }

  /** For assistant keys. @throws DocentError `not_found` */
  async byDomain(key: Reach, domain: string, options: CallOptions = {}): Promise<Project> {
    const project = await this.#remember(`domain:${domain}`, () => this.projects.byDomain(domain, options))
    return visible(project ?? (await this.#bySite(key, domain, options)), key)
  }

  /**
   * For people, who may belong to several organizations: by `id` or `domain`.
   * @throws DocentError `not_found`
   */
  async among<Seen extends Reach>(
    reaches: readonly Seen[],
    name: { id: string } | { domain: string },
    options: CallOptions = {},
  ): Promise<{ project: Project; reach: Seen }> {
    const project =
      'id' in name
        ? await this.#remember(`id:${name.id}`, () => this.projects.get(projectId(name.id), options))
        : await this.#remember(`domain:${name.domain}`, () => this.projects.byDomain(name.domain, options))
    const reach = reaches.find((one) => isVisible(project, one))
    if (project && reach) return { project, reach }
    throw notFound()
  }

  /** For readers of its pages, who have no key. @throws DocentError `not_found` for one that is unknown or disabled. */
  async forReaders(domain: string, options: CallOptions = {}): Promise<Project> {
    const project = await this.#remember(`domain:${domain}`, () => this.projects.byDomain(domain, options))
    if (project === undefined || project.disabled)
      throw new DocentError('not_found', 'There is no such page.')
    return project
  }

  /** For somebody without a key; undefined for every project that needs one, and for one that does not exist. */
  async openToAll(domain: string, options: CallOptions = {}): Promise<Project | undefined> {
    const project = await this.#remember(`domain:${domain}`, () => this.projects.byDomain(domain, options))
    return project !== undefined && !project.disabled && isOpenToAll(project) ? project : undefined
  }

  /** All that are in use, by domain: for lists that show some of them to everyone. */
  async all(options: CallOptions = {}): Promise<readonly Project[]> {
    const now = this.clock.now()
    if (this.#all === undefined || now >= this.#all.until) {
      const projects = (await this.projects.list(options)).filter(({ disabled }) => !disabled)
      projects.sort((a, b) => (a.domain < b.domain ? -1 : 1))
      this.#all = { projects, until: now + CACHE_MS }
    }
    return this.#all.projects
  }

  /** A project was changed: the next request sees it as it is now. */
  forget(): void {
    this.#all = undefined
    this.#cache.clear()
  }

  /** The project among the key's own whose documentation site has this host: clients may know no other name of it. */
  async #bySite({ projectIds }: Reach, host: string, options: CallOptions): Promise<Project | undefined> {
    if (!host.includes('.')) return undefined
    for (const id of projectIds) {
      const project = await this.#remember(`id:${id}`, () => this.projects.get(projectId(id), options))
      if (project?.siteUrl && new URL(project.siteUrl).host === host.toLowerCase()) return project
    }
    return undefined
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

function visible(project: Project | undefined, reach: Reach): Project {
  if (project && isVisible(project, reach)) return project
  throw notFound()
}

function isVisible(project: Project | undefined, { kind, organizationId, projectIds }: Reach): boolean {
  return (
    project !== undefined &&
    !project.disabled &&
    project.organizationId === organizationId &&
    (projectIds.length === 0 ? kind === 'admin' : projectIds.includes(project.id))
  )
}

function notFound(): DocentError {
  return new DocentError('not_found', 'There is no such project.')
}
