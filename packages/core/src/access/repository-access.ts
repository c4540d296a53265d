import { inject, injectable } from 'tsyringe'
import type { OrganizationId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import { contextsOf } from '../domain/project-contexts.ts'
import { isSamePlace, type RepositoryPlace, repositoryPlace } from '../domain/repository-place.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { Settings } from '../ports/settings.ts'

/**
 * How an organization reaches a repository: through the git hosts of the server and their credentials, as anybody does,
 * or not at all.
 */
export type RepositoryReach = 'server' | 'anybody' | 'none'

/** Who asks: a project, or a draft of one. */
export type RepositoryUser = Pick<Project, 'organizationId' | 'origin'>

/**
 * Which organization may use which repository. Local repositories and the credentials of git hosts belong to the whole
 * server, so on a server with several organizations the operator says who may use them: by a project in
 * docent.config.ts, or by `repositories` of the organization there.
 */
@injectable()
export class RepositoryAccess {
  constructor(
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Settings) private readonly settings: Pick<Settings, 'repositories'> = {},
  ) {}

  async reach(
    { organizationId, origin }: RepositoryUser,
    repository: string,
    options: CallOptions = {},
  ): Promise<RepositoryReach> {
    // The operator wrote it.
    if (origin === 'config') return 'server'
    if ((await this.projects.organizations(options)).length <= 1) return 'server'
    const place = repositoryPlace(repository)
    if (place === undefined) return 'none'
    const projects = (await this.projects.list(options)).filter(({ disabled }) => !disabled)
    const own = projects.filter((project) => project.organizationId === organizationId)
    if (this.#isGiven(organizationId, place) || own.some((project) => isGivenBy(project, place)))
      return 'server'
    const isOthers =
      this.#isGivenToOthers(organizationId, place) ||
      projects.some(
        (project) => project.organizationId !== organizationId && names(project.repository, place),
      )
    return !isOthers && /^https?:/i.test(repository) ? 'anybody' : 'none'
  }

  /**
   * Checks every repository that a project names, before it is stored.
   * @param known what it names already, which needs no check
   * @throws DocentError `forbidden`
   */
  async assertProject(
    project: Project,
    { known, ...options }: CallOptions & { known?: Project } = {},
  ): Promise<void> {
    const before = new Set(known === undefined ? [] : repositoriesOf(known))
    for (const repository of repositoriesOf(project))
      if (!before.has(repository) && (await this.reach(project, repository, options)) === 'none')
        throw refusal(project, repository)
  }

  #isGiven(organization: OrganizationId, place: RepositoryPlace): boolean {
    return this.#patternsOf(organization).some((pattern) => pattern === '*' || covers(pattern, place))
  }

  #isGivenToOthers(organization: OrganizationId, place: RepositoryPlace): boolean {
    const others = Object.keys(this.settings.repositories ?? {}).filter((id) => id !== organization)
    return others.some((id) =>
      this.#patternsOf(id).some((pattern) => pattern !== '*' && covers(pattern, place)),
    )
  }

  #patternsOf(organization: string): readonly string[] {
    return this.settings.repositories?.[organization] ?? []
  }
}

/** What to say to somebody who may not use a repository: the same whether another organization has it or nobody. */
export function refusal({ organizationId }: RepositoryUser, repository: string): DocentError {
  return new DocentError(
    'forbidden',
    `The organization "${organizationId}" may not use ${repository}. Ask the operator of the server to add it to "repositories" of the organization in docent.config.ts.`,
  )
}

function repositoriesOf(project: Project): string[] {
  const { repository } = project
  const read = contextsOf(project).map((context) => context.repository)
  return [...(repository === undefined ? [] : [repository]), ...read]
}

/** The operator wrote the projects of the file, and Docent made the repository of its demo. */
function isGivenBy(project: Project, place: RepositoryPlace): boolean {
  if (project.origin === 'demo') return gives(project.repository, place)
  return project.origin === 'config' && repositoriesOf(project).some((each) => gives(each, place))
}

function names(repository: string | undefined, place: RepositoryPlace): boolean {
  const other = repository === undefined ? undefined : repositoryPlace(repository)
  return other !== undefined && isSamePlace(other, place)
}

/** For what is given: of this machine, that one folder alone. */
function gives(repository: string | undefined, place: RepositoryPlace): boolean {
  if (place.host !== '') return names(repository, place)
  const other = repository === undefined ? undefined : repositoryPlace(repository)
  return other?.host === '' && other.folder === place.folder
}

/** `https://host/team/*` is everything below; anything else is one repository. */
function covers(pattern: string, place: RepositoryPlace): boolean {
  if (!pattern.endsWith('/*')) return gives(pattern, place)
  const above = repositoryPlace(pattern.slice(0, -2))
  if (above?.host !== place.host) return false
  const comparable = (text: string) => (place.host === '' ? text : text.toLowerCase())
  return above.folder === '' || comparable(place.folder).startsWith(`${comparable(above.folder)}/`)
}
