import type { Role } from './github-model.ts'

export interface GithubRepositorySeed {
  /** `owner/name`; the owner becomes an organization. */
  path: string
  /** Content of the first commit on the default branch; `{ 'README.md': … }` when left out. */
  files?: Readonly<Record<string, string>>
  /** `main` when left out. */
  defaultBranch?: string
  private?: boolean
  protectedBranches?: readonly string[]
  /** False on a plan without drafts. */
  draftPullRequests?: boolean
  /** Login → role. */
  collaborators?: Readonly<Record<string, Role>>
}
