import { DocentError } from '@docent/core'

const CODES: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'])

/** A failure of this machine's disk in the operator's terms; any other error as it is. */
export function asDiskFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !CODES.has(error.code)) return error
  return new DocentError(
    'dependency_failed',
    'The git cache cannot be read or written: check the free space and the permissions of the data directory.',
    { cause: error, isRetryable: true },
  )
}
