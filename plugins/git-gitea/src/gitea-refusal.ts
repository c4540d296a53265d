/** A reply of Gitea or Forgejo with a status outside of 2xx. */
export class GiteaRefusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>>) {
    super(message)
    this.name = 'GiteaRefusal'
    this.status = status
    this.headers = headers
  }
}

export function hasStatus(error: unknown, status: number): error is GiteaRefusal {
  return error instanceof GiteaRefusal && error.status === status
}

/** Milliseconds until a rate limit ends; undefined when the reply is no rate limit. */
export function rateLimitOf(error: unknown): number | undefined {
  if (!hasStatus(error, 429)) return undefined
  const after = Number(error.headers['retry-after'] ?? Number.NaN)
  if (Number.isFinite(after)) return Math.max(after, 1) * 1000
  // A proxy in front may count without saying for how long.
  return 60_000
}
