import { DocentError } from './docent-error.ts'

/** Thrown by a write whose idempotency key was committed, or is held, by a concurrent transaction. */
export class IdempotencyInUse extends DocentError {
  override readonly name = 'IdempotencyInUse'
  constructor() {
    super(
      'idempotency_in_use',
      'A request with this Idempotency-Key is still running. Try again in a moment.',
      {
        isRetryable: true,
      },
    )
  }
}
