/** A reply of GitLab with a status outside of 2xx. */
export class GitlabRefusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>>) {
    super(message)
    this.name = 'GitlabRefusal'
    this.status = status
    this.headers = headers
  }
}

export function hasStatus(error: unknown, status: number): error is GitlabRefusal {
  return error instanceof GitlabRefusal && error.status === status
}

/** Milliseconds until a rate limit ends; undefined when the reply is no rate limit. */
export function rateLimitOf(error: unknown, now: number): number | undefined {
  if (!hasStatus(error, 429)) return undefined
  const after = Number(error.headers['retry-after'] ?? Number.NaN)
  if (Number.isFinite(after)) return Math.max(after, 1) * 1000
  const reset = Number(error.headers['ratelimit-reset'] ?? Number.NaN)
  // GitLab counts in windows of a minute when it says nothing more.
  return Number.isFinite(reset) ? Math.max(reset * 1000 - now, 1000) : 60_000
}
