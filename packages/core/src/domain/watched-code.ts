/** When a change of code leads to a look at the documentation. */
export const WATCH_TRIGGERS = ['merged', 'release'] as const
export type WatchTrigger = (typeof WATCH_TRIGGERS)[number]

/** A repository whose code the documentation follows. */
export interface WatchedCode {
  /** Full URL, without credentials. The documentation's own repository is one, too. */
  readonly repository: string
  /** Absent: the default branch on the git host. */
  readonly branch?: string
  /** Globs of the code that is watched; absent: all code but tests. */
  readonly paths?: readonly string[]
  readonly on: WatchTrigger
  /** Changes are gathered into one pull request for so long, or until there are so many. */
  readonly gatherHours: number
  readonly gatherChanges: number
  /** Days without a review after which a pull request is closed. */
  readonly expireDays: number
  /** The owner allows names and links of the code in pull requests, whoever can read those. */
  readonly reveal?: boolean
}

/** Watched repositories of one project. */
export const MOST_WATCHED = 5
