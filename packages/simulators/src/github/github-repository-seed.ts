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
  /** Pushes of commits without a verified signature are refused. */
  signedCommits?: boolean
  /** False on a plan without drafts. */
  draftPullRequests?: boolean
  /** Slugs of teams that may be asked to review. */
  teams?: readonly string[]
  /** Login → role. */
  collaborators?: Readonly<Record<string, Role>>
}
