import { RegisteredGitHosts } from '@docent/core'
import { type GitHost, type Project, ProjectStore, type PullRequest } from '@docent/core/plugin'
import type { PublicCall } from '@docent/http'

export interface FoundPull {
  host: GitHost
  pull: PullRequest
  diff: string
  /** Where the changes begin. */
  baseCommit: string
}

/** The pull request of the token in the path; undefined for a token that was guessed. */
export async function findPull({ params, services, signal }: PublicCall): Promise<FoundPull | undefined> {
  const hosts = services.docent.resolve<readonly GitHost[]>(RegisteredGitHosts)
  for (const host of hosts) {
    const found = await host.findByToken?.(params.token ?? '', { signal })
    if (found) return { host, ...found }
  }
  return undefined
}

/** The project whose pull request it is; undefined when the project is gone. */
export async function projectOfPull(
  { services, signal }: PublicCall,
  { host, pull }: FoundPull,
): Promise<(Project & { repository: string }) | undefined> {
  const projects = await services.docent.resolve<ProjectStore>(ProjectStore).list({ signal })
  for (const project of projects) {
    const { repository } = project
    if (project.disabled || repository === undefined || !host.matches(repository)) continue
    // Numbers repeat in each repository, so the address decides.
    const same = await host.pullRequest(repository, pull.number, { signal })
    if (same?.url === pull.url) return { ...project, repository }
  }
  return undefined
}
