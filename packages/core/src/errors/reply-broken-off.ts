import { DocentError } from './docent-error.ts'

/** The model began to reply, and the reply broke off each time that it was asked: it is there, and does not get through. */
export class ReplyBrokenOff extends DocentError {
  constructor(failure: DocentError) {
    super(failure.code, failure.message, { cause: failure, isRetryable: true })
  }
}
