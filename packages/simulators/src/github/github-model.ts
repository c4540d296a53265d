/** The nouns the simulated GitHub keeps in memory. Branches and commits are not among them: git has those. */

import type { WorldAccount, WorldPull, WorldRepository } from '../host/host-world.ts'

export type Permission = 'read' | 'write'
export type Permissions = Readonly<Record<string, Permission>>
export type Role = 'admin' | 'write' | 'read'

export interface GithubAccount extends WorldAccount {
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

export interface GithubPull extends WorldPull<GithubAccount> {
  title: string
  body: string | null
  draft: boolean
  /** `fork` when the branch is not of the repository itself. */
  head: { ref: string; sha: string; fork?: GithubRepository }
  user: GithubAccount
  labels: string[]
  reviewers: string[]
  /** Slugs. */
  teamReviewers: string[]
  comments: GithubComment[]
  reviewComments: GithubComment[]
}

export interface GithubRepository extends WorldRepository<GithubPull> {
  owner: GithubAccount
  name: string
  /** False on plans without drafts: opening one is refused. */
  draftPullRequests: boolean
  collaborators: Map<string, Role>
  /** Slugs of teams with access. */
  teams: ReadonlySet<string>
  /** What this was forked from. */
  parent?: GithubRepository
  /** How often its branches are asked for in vain, because it is a new fork. */
  looksUntilReady: number
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
