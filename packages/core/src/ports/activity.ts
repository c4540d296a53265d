import type { JobStatus } from '../domain/job.ts'
import type { AnswerOutcome } from '../domain/thread.ts'

/** Answers that began on one day, ended in one way and came from one model. */
export interface AnswerActivity {
  /** Midnight UTC at which the day began, milliseconds since the epoch. */
  day: number
  outcome: AnswerOutcome
  /** `provider:model`. */
  model: string
  answers: number
  inputTokens: number
  outputTokens: number
}

/** Jobs that were created on one day, are in one state and run on one model. */
export interface JobActivity {
  /** Midnight UTC at which the day began, milliseconds since the epoch. */
  day: number
  status: JobStatus
  /** `provider:model`. */
  model: string
  jobs: number
  /** Jobs among them that opened a pull request. */
  pullRequests: number
  /** Jobs among them with a merged pull request. */
  mergedPullRequests: number
  /** Of every step that is still kept, whenever it was. */
  inputTokens: number
  outputTokens: number
}
