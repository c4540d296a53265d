import { DocentError, isMachineFailure } from '@docent/core/plugin'

/** A failure of this machine's disk in the operator's terms; any other error as it is. */
export function asDiskFailure(error: unknown): unknown {
  if (DocentError.is(error) || !isMachineFailure(error)) return error
  return new DocentError(
    'dependency_failed',
    'The git cache cannot be read or written: check the free space and the permissions of the data directory.',
    { cause: error, isRetryable: true },
  )
}
