import { DocentError } from '@docent/core/plugin'

/** Runs `action` and turns what reading and writing files throws into a DocentError; the signal's reason passes as it is. */
export async function mapError<Result>(action: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    throw signal?.aborted && error === signal.reason ? error : mapped(error)
  }
}

/** Trouble of the machine, in the words of the system: it says nothing against the files. */
const MACHINE =
  /ENOSPC|EDQUOT|ENOMEM|EMFILE|ENFILE|EACCES|EPERM|EROFS|no space left|too many open files|permission denied|not permitted|read-only file system/i

/** An error of the files as a DocentError, another as it is. */
export function mapped(error: unknown): unknown {
  if (DocentError.is(error) || isAbort(error)) return error
  if (MACHINE.test(wordsOf(error))) {
    return new DocentError(
      'unavailable',
      'The search index cannot be read or written now. Check the free space and the permissions of the data directory.',
      { cause: error, isRetryable: true },
    )
  }
  return new DocentError(
    'dependency_failed',
    'The search index could not be read or written. If it is damaged, it is built anew; `docent index --force` does that at once.',
    { cause: error, isRetryable: true },
  )
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return `${code} ${error.message}`
}
