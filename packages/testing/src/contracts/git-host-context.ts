import type { GitHost, HostWebhook, PullRequestDraft } from '@docent/core/plugin'
import type { ContractContext } from './contract-case.ts'
import type { HostTraffic } from './host-traffic.ts'
import type { RecordedLog } from './recorded-log.ts'

/** Something that a host does not have, with the reason why: cases about it are passed. */
export interface NotThere {
  none: string
}

/** A delivery as the host would send it, and what must be read out of it. */
export interface ContractDelivery {
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  expected: Partial<HostWebhook>
}

export interface DeliveryDraft {
  /**
   * `push`: a push to `main`. `tag-push`: the push of a tag named `main`. `comment`: somebody comments on the pull request
   * of that number. `fork-pull`: somebody opens a pull request from a branch of a fork, whose name is that of a job's.
   * `merged`: somebody has just merged the pull request of that number. `push` when left out.
   */
  event?:
    | { kind: 'push' }
    | { kind: 'tag-push' }
    | { kind: 'comment'; number: number; by: 'writer' | 'stranger' }
    | { kind: 'fork-pull'; branch: string }
    | { kind: 'merged'; number: number }
  /** Signs with this secret instead of the one that the host knows. */
  secret?: string
  /** Id of the delivery, the same when the host sends it again; a new one when left out. */
  id?: string
  /** When it was signed, milliseconds since the epoch; now when left out. */
  signedAt?: number
}

export interface GitHostWebhooks {
  /** Makes a delivery, signed with the configured secret. */
  delivery(draft?: DeliveryDraft): ContractDelivery | Promise<ContractDelivery>
  /** Names in lower case of the headers that carry the signature. */
  signatureHeaders: readonly string[]
  /**
   * How a delivery that somebody recorded and sends again is recognized: by the time in its signature, or by its id
   * (Docent keeps the ids of the deliveries that it took).
   */
  replay: 'time' | 'id'
  /** A secret of the form that the host takes, and not the configured one. */
  otherSecret: string
}

/** How the suite looks at what an adapter sends, and disturbs it. */
export interface GitHostNetwork {
  /** Its `fetch` is the one that `host`, `peer` and `impatient` were made with. */
  traffic: HostTraffic
  /** The logger that they were made with. */
  log: RecordedLog
  /** An adapter as `host`, which gives each attempt of a request 100 ms. */
  impatient: GitHost
  /** Secrets that are never to be seen, beside those that `remote` and the requests show. */
  secrets?: readonly string[]
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
  /**
   * Most items that a list of the host shows at once in this context. Make it small: the suite opens more pull requests
   * and posts more comments than that.
   */
  readonly pageSize: number | NotThere
  /** The network between adapter and host. */
  readonly network: GitHostNetwork | NotThere
  /**
   * Commits files on a branch, as somebody's `git push` would; a new branch begins at `main`. Answers the commit. The
   * branches `main` and `release` are in the repository itself, others where the host keeps branches of jobs.
   */
  pushBranch(branch: string, files: Readonly<Record<string, string>>): Promise<string>
  /** Commits a symbolic link in the same way. Required of hosts with `readFile`. */
  pushLink?(branch: string, path: string, target: string): Promise<string>
  deleteBranch(branch: string): Promise<void>
  /** A person merges a pull request, with a merge commit. */
  mergePull(number: number): Promise<void>
  /** A person closes a pull request without merging it. */
  closePull(number: number): Promise<void>
  /** A stranger opens a pull request from the branch of that name in a fork of theirs. Answers its number. */
  readonly openForkPull: ((branch: string, base: string) => Promise<number>) | NotThere
  /** A person comments on a line; answers the `commentId` that a webhook would hand out. */
  readonly reviewComment: ((number: number, body: string) => Promise<string>) | NotThere
  /** A person renames the repository; its former URL is still the one that the project names. */
  readonly rename: (() => Promise<void>) | NotThere
  /** Required of hosts whose capability `webhooks` is true. */
  readonly webhooks?: GitHostWebhooks
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

/** Undefined for what is declared as not there. */
export function given<T>(value: T | NotThere): T | undefined {
  return typeof value === 'object' && value !== null && 'none' in value ? undefined : (value as T)
}

/** What a call throws; undefined when it resolves. */
export function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
}
