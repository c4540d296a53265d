import { DocentError } from './docent-error.ts'

/** Thrown by a fenced write whose token is not the newest: another worker has the job, or it was cancelled. */
export class LeaseLost extends DocentError {
  override readonly name = 'LeaseLost'
  constructor(
    message = 'This worker lost the lease of the job, because another worker has it or somebody cancelled the job.',
  ) {
    super('lease_lost', message)
  }
}
