import { DocentError } from '../../errors/docent-error.ts'

/** Whether a run ended because another process has the index of the project: later it can be had. */
export function isIndexBusy(error: unknown): boolean {
  if (!DocentError.is(error)) return false
  return (error.code === 'conflict' && error.isRetryable) || error.code === 'lease_lost'
}
