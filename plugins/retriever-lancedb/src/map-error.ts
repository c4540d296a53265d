import { DocentError } from '@docent/core'

/** Runs `action` and turns what LanceDB or the file system throws into a DocentError; the signal's reason passes as it is. */
export async function mapError<Result>(action: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    throw signal?.aborted && error === signal.reason ? error : mapped(error)
  }
}

function mapped(error: unknown): unknown {
  if (DocentError.is(error) || isAbort(error)) return error
  return new DocentError(
    'dependency_failed',
    'The search index could not be read or written. Check the disk of the data directory; `docent index --force` builds it anew.',
    { cause: error, isRetryable: true },
  )
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}
