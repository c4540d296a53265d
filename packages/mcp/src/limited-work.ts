import type { LimitedOperation } from '@docent/core'
import type { Call } from '@docent/http'
import { takeRequestLimits, withinRequestLimits } from '@docent/http'

/** Does what a message asks for, within the limits of the operation that it stands for. */
export type LimitedWork = <Result>(limit: LimitedOperation, work: () => Promise<Result>) => Promise<Result>

/** A failure goes to the SDK, which tells the model, and to `onFailure`, which can answer with it instead. */
export function limitedWork(call: Call, onFailure: (error: unknown) => void): LimitedWork {
  return async (limit, work) => {
    try {
      await takeRequestLimits(call, limit)
      return await withinRequestLimits(call, limit, work)
    } catch (error) {
      onFailure(error)
      throw error
    }
  }
}
