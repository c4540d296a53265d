import type { GitHost, HostWebhook, PullRequestDraft } from '@docent/core'
import type { ContractContext } from './contract-case.ts'

/** A delivery as the host would send it, and what must be read out of it. */
export interface ContractDelivery {
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  expected: Partial<HostWebhook>
}

/** A git host with one repository, and what people do there without Docent. */
export interface GitHostContext extends ContractContext {
  readonly host: GitHost
  /** A second adapter that shares nothing in memory with the first: another process. The first, when left out. */
  readonly peer?: GitHost
  /** URL of a repository whose default branch `main` holds `README.md` with the line `hello`. */
  readonly repository: string
  /** URL of a repository that this host would keep, and that does not exist. */
  readonly missing: string
  /** URL of a repository that another host keeps. */
  readonly foreign: string
  /** True when git itself refuses to push with what `remote` hands out for reading. */
  readonly enforcesAccess: boolean
  /** Commits files on a branch, as somebody's `git push` would; a new branch begins at `main`. Answers the commit. */
  pushBranch(branch: string, files: Readonly<Record<string, string>>): Promise<string>
  deleteBranch(branch: string): Promise<void>
  /** A person merges a pull request, with a merge commit. */
  mergePull(number: number): Promise<void>
  /** A person closes a pull request without merging it. */
  closePull(number: number): Promise<void>
  /** Required of hosts whose capability `webhooks` is true: a push to `main`, signed. */
  delivery?(): ContractDelivery
}

export const BRANCH = 'docent/better-docs'

export function draftOf(draft: Partial<PullRequestDraft> = {}): PullRequestDraft {
  return {
    branch: BRANCH,
    base: 'main',
    title: 'Explain “limits” & <quotas> 🚦',
    body: '<!-- docent-job: job-1 -->\n### What was done\n\n- `a` → b\n- ümläut & "quotes"',
    draft: false,
    ...draft,
  }
}
