import type { ContextRepository } from './context-repository.ts'
import type { Project } from './project.ts'
import { repositoryPlace, sameRepository } from './repository-place.ts'

/** Repositories that the agent reads beside the documentation: those that the project names, and the watched ones. */
export function contextsOf({
  repository: own,
  agent,
  watch = [],
}: Pick<Project, 'repository' | 'agent' | 'watch'>): readonly ContextRepository[] {
  const contexts = [...(agent?.contexts ?? [])]
  for (const { repository, branch } of watch) {
    if (own !== undefined && sameRepository(own, repository)) continue
    if (contexts.some((context) => sameRepository(context.repository, repository))) continue
    const taken = new Set(contexts.map(({ name }) => name))
    contexts.push({ name: nameOf(repository, taken), repository, ...(branch !== undefined && { branch }) })
  }
  return contexts
}

/** A DNS label from the last part of the address. */
function nameOf(repository: string, taken: ReadonlySet<string>): string {
  const last = repositoryPlace(repository)?.path.split('/').at(-1) ?? ''
  const base =
    last
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 50)
      .replace(/-$/, '') || 'code'
  if (!taken.has(base)) return base
  for (let number = 2; ; number++) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}
