import { inject, injectable } from 'tsyringe'
import type { Job } from '../domain/job.ts'
import { Models } from '../models/models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { JobStore } from '../ports/job-store.ts'

/** What a job took, as far as its steps are kept. */
export interface JobUsage {
  /** Replies of the model. */
  steps: number
  inputTokens: number
  outputTokens: number
  /** Time that workers spent on it, ms. */
  workMs: number
  /** US dollars; null where the price of the model is not known. */
  dollars: number | null
}

@injectable()
export class ReadJobUsage {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Models) private readonly models: Models,
  ) {}

  async read({ id, model }: Job, options: CallOptions = {}): Promise<JobUsage> {
    const steps = await this.jobs.steps(id, options)
    const sum = (value: (step: (typeof steps)[number]) => number) =>
      steps.reduce((total, step) => total + value(step), 0)
    const inputTokens = sum((step) => step.inputTokens)
    const outputTokens = sum((step) => step.outputTokens)
    return {
      steps: steps.filter(({ kind }) => kind === 'model').length,
      inputTokens,
      outputTokens,
      workMs: sum((step) => step.workMs),
      dollars: this.models.cost(model, { inputTokens, outputTokens }),
    }
  }
}
