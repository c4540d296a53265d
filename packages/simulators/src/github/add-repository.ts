import type { GithubRepository } from './github-model.ts'
import type { GithubRepositorySeed } from './github-repository-seed.ts'
import type { GithubWorld } from './github-world.ts'

/** Adds a repository with its first commit and the hook that guards protected branches. */
export async function addRepository(
  world: GithubWorld,
  seed: GithubRepositorySeed,
): Promise<GithubRepository> {
  const [owner = '', name = ''] = seed.path.split('/')
  const defaultBranch = seed.defaultBranch ?? 'main'
  const bare = await world.newGit(defaultBranch)
  await bare.commit(defaultBranch, seed.files ?? { 'README.md': `# ${name}\n` }, { message: 'docs: begin' })
  const collaborators = new Map(Object.entries(seed.collaborators ?? {}))
  for (const login of collaborators.keys()) world.account(login)
  const repository: GithubRepository = {
    id: world.nextId(),
    owner: world.account(owner, 'Organization'),
    name,
    private: seed.private ?? false,
    defaultBranch,
    gitDir: bare.gitDir,
    protectedBranches: new Set(seed.protectedBranches),
    draftPullRequests: seed.draftPullRequests ?? true,
    collaborators,
    teams: new Set(seed.teams),
    pulls: [],
    formerPaths: [],
    looksUntilReady: 0,
    archived: false,
    signedCommits: seed.signedCommits ?? false,
  }
  world.repositories.push(repository)
  return repository
}
