/** The nouns a simulated git host keeps in memory. Branches and commits are not among them: git has those. */

import type { WorldAccount, WorldPull, WorldRepository } from '../host/host-world.ts'

export type ForgeAccess = 'read' | 'write'

export interface ForgeAccount extends WorldAccount {
  bot: boolean
}

export interface ForgeToken {
  value: string
  account: ForgeAccount
  /** What the token's scopes allow; the account's role limits it further. */
  access: ForgeAccess
}

export interface ForgeComment {
  id: number
  account: ForgeAccount
  body: string
  createdAt: number
  /** Comments of one thread share it. */
  thread: string
  path?: string
  line?: number
}

/** A review with comments on lines. */
export interface ForgeReview {
  id: number
  account: ForgeAccount
  state: 'APPROVED' | 'COMMENT' | 'PENDING' | 'REQUEST_CHANGES'
  body: string
  comments: ForgeComment[]
  createdAt: number
}

export interface ForgePull extends WorldPull<ForgeAccount> {
  /** With the prefix that makes it a draft, as the hosts keep it. */
  title: string
  body: string
  /** Where the head is when it is not in the repository itself. */
  fork?: { id: number; path: string }
  account: ForgeAccount
  labels: string[]
  reviewers: ForgeAccount[]
  comments: ForgeComment[]
  reviews: ForgeReview[]
}

export interface ForgeRepository extends WorldRepository<ForgePull> {
  /** `owner/name`; GitLab allows more levels. */
  path: string
  /** Login → role. */
  members: Map<string, ForgeRole>
  labels: { id: number; name: string }[]
}

export type ForgeRole = 'reader' | 'writer' | 'admin'

export interface ForgeRepositorySeed {
  /** `owner/name` */
  path: string
  /** Content of the first commit on the default branch; `{ 'README.md': … }` when left out. */
  files?: Readonly<Record<string, string>>
  /** `main` when left out. */
  defaultBranch?: string
  private?: boolean
  protectedBranches?: readonly string[]
  /** Login → role. The account `docent-bot` of `createToken` is a writer when it is not named. */
  members?: Readonly<Record<string, ForgeRole>>
  labels?: readonly string[]
}
