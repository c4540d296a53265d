import { ApiError, type ApiErrorDetails, ConnectionError } from '@docent/client'

/** A refusal of the server, in its own words, with the id that finds the request in the log. */
export class Problem extends ApiError {
  override readonly issues: NonNullable<ApiErrorDetails['issues']>

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details)
    this.issues = details.issues ?? []
  }

  /** What is wrong with one field of a form. */
  issueOf(path: string): string | undefined {
    return this.issues.find((issue) => issue.path === path)?.message
  }
}

/** What the pages show of a request that failed. */
export function problemOf(error: unknown): unknown {
  if (error instanceof ApiError) return new Problem(error.message, error)
  if (error instanceof ConnectionError)
    return new Problem(`${error.message} Check that it runs, then try again.`, {
      status: 0,
      code: 'unreachable',
    })
  return error
}
