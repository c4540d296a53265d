import { inject, injectable } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import { Models } from '../models/models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { JobStore } from '../ports/job-store.ts'
import type { ReportPeriod } from '../ports/thread-reports.ts'
import { ThreadStore } from '../ports/thread-store.ts'

/** One UTC day of a project. */
export interface DayOfProject {
  /** Midnight, milliseconds since the epoch. */
  day: number
  answers: number
  unanswered: number
  failed: number
  jobs: number
  failedJobs: number
  /** Jobs of this day that opened a pull request. */
  pullRequests: number
  /** Jobs created on this day whose pull request was merged on any day. */
  mergedPullRequests: number
  /** US dollars of answers and jobs, as far as prices are known. */
  dollars: number
}

/** What one model was used for. */
export interface ModelUse {
  /** `provider:model`. */
  model: string
  answers: number
  jobs: number
  inputTokens: number
  outputTokens: number
  /** US dollars; null where the price is not known. */
  dollars: number | null
}

export interface ActivityReport {
  /** Every day of the period, the oldest first, also those without anything. */
  days: DayOfProject[]
  /** The most used first. */
  models: ModelUse[]
  /** False when models were used, and the price of none of them is known. */
  isPriced: boolean
}

const DAY_MS = 86_400_000

/** What happened in a project, day by day. */
@injectable()
export class ReadActivity {
  constructor(
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Models) private readonly models: Models,
  ) {}

  async read(
    project: Project,
    period: Required<ReportPeriod>,
    options: CallOptions = {},
  ): Promise<ActivityReport> {
    const [answers, jobs] = await Promise.all([
      this.threads.answerActivity(project.id, period, options),
      this.jobs.activity(project.id, period, options),
    ])
    const days = emptyDays(period)
    const models = new Map<string, ModelUse>()
    for (const { day, outcome, answers: count, ...use } of answers) {
      const found = days.get(day)
      if (found) {
        found.answers += count
        if (outcome === 'unanswered') found.unanswered += count
        if (outcome === 'failed') found.failed += count
        found.dollars += this.models.cost(use.model, use) ?? 0
      }
      addUse(models, { ...use, answers: count, jobs: 0, dollars: null })
    }
    for (const { day, status, jobs: count, pullRequests, mergedPullRequests, ...use } of jobs) {
      const found = days.get(day)
      if (found) {
        found.jobs += count
        if (status === 'failed') found.failedJobs += count
        found.pullRequests += pullRequests
        found.mergedPullRequests += mergedPullRequests
        found.dollars += this.models.cost(use.model, use) ?? 0
      }
      addUse(models, { ...use, answers: 0, jobs: count, dollars: null })
    }
    const uses = [...models.values()].map((use) => ({ ...use, dollars: this.models.cost(use.model, use) }))
    return {
      days: [...days.values()],
      isPriced: uses.length === 0 || uses.some(({ dollars }) => dollars !== null),
      models: uses.toSorted((a, b) => b.inputTokens + b.outputTokens - a.inputTokens - a.outputTokens),
    }
  }
}

function emptyDays({ from, to }: Required<ReportPeriod>): Map<number, DayOfProject> {
  const days = new Map<number, DayOfProject>()
  for (let day = Math.floor(from / DAY_MS) * DAY_MS; day < to; day += DAY_MS)
    days.set(day, {
      day,
      answers: 0,
      unanswered: 0,
      failed: 0,
      jobs: 0,
      failedJobs: 0,
      pullRequests: 0,
      mergedPullRequests: 0,
      dollars: 0,
    })
  return days
}

function addUse(models: Map<string, ModelUse>, use: ModelUse): void {
  const known = models.get(use.model)
  if (!known) {
    models.set(use.model, use)
    return
  }
  known.answers += use.answers
  known.jobs += use.jobs
  known.inputTokens += use.inputTokens
  known.outputTokens += use.outputTokens
}
