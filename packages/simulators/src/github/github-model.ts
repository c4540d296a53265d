/** The nouns the simulated GitHub keeps in memory. Branches and commits are not among them: git has those. */

export type Permission = 'read' | 'write'
export type Permissions = Readonly<Record<string, Permission>>
export type Role = 'admin' | 'write' | 'read'

export interface GithubAccount {
  id: number
  login: string
  type: 'User' | 'Organization' | 'Bot'
}

export interface GithubComment {
  id: number
  user: GithubAccount
  body: string
  createdAt: number
  /** A review comment only. */
  path?: string
  line?: number
  inReplyTo?: number
}

export interface GithubPull {
  id: number
  number: number
  title: string
  body: string | null
  state: 'open' | 'closed'
  draft: boolean
  /** `fork` when the branch is not of the repository itself. */
  head: { ref: string; sha: string; fork?: GithubRepository }
  base: { ref: string; sha: string }
  user: GithubAccount
  labels: string[]
  reviewers: string[]
  /** Slugs. */
  teamReviewers: string[]
  comments: GithubComment[]
  reviewComments: GithubComment[]
  createdAt: number
  updatedAt: number
  closedAt?: number
  merged?: { at: number; by: GithubAccount; commit: string }
}

export interface GithubRepository {
  id: number
  owner: GithubAccount
  name: string
  private: boolean
  defaultBranch: string
  /** Folder of the bare repository. */
  gitDir: string
  protectedBranches: Set<string>
  /** False on plans without drafts: opening one is refused. */
  draftPullRequests: boolean
  collaborators: Map<string, Role>
  /** Slugs of teams with access. */
  teams: ReadonlySet<string>
  pulls: GithubPull[]
  /** Paths `owner/name` that now redirect here. */
  formerPaths: string[]
  /** What this was forked from. */
  parent?: GithubRepository
  /** How often its branches are asked for in vain, because it is a new fork. */
  looksUntilReady: number
  /** Everything but reading is refused. */
  archived: boolean
  /** Pushes without signed commits are refused. */
  signedCommits: boolean
}

export interface GithubApp {
  id: number
  slug: string
  name: string
  owner: GithubAccount
  publicKey: string
  /** PKCS#8 PEM; a test hands it to the client. */
  privateKey: string
}

export interface GithubInstallation {
  id: number
  account: GithubAccount
  permissions: Permissions
  /** Names of repositories of the account, or all of them. */
  repositories: 'all' | ReadonlySet<string>
  suspendedAt?: number
}

/** A personal access token, or a token of an installation. */
export interface GithubToken {
  value: string
  account: GithubAccount
  permissions: Permissions
  /** Ids of repositories. */
  repositories: 'all' | ReadonlySet<number>
  /** True: it may what its account may, on every repository, as a classic token. */
  classic: boolean
  expiresAt?: number
  installation?: GithubInstallation
}
