import { DocentError } from './docent-error.ts'

/** Thrown by a fenced write whose token is not the newest: another worker has the job, or it was cancelled. */
export class LeaseLost extends DocentError {
  override readonly name = 'LeaseLost'
  constructor(message = 'The lease of this job was lost: another worker has it, or the job was cancelled.') {
    super('lease_lost', message)
  }
}
