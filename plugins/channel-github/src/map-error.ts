import { type DocentError, retryAfterMs } from '@docent/core/plugin'
import { HostRefusal, mapChannelFailure } from '@docent/git-host'
import { z } from 'zod'

/** GraphQL says what went wrong with status 200. */
const Errors = z.object({
  errors: z.array(z.object({ type: z.string().nullish(), message: z.string() })).min(1),
})
const STATUS: Readonly<Record<string, number>> = { NOT_FOUND: 404, FORBIDDEN: 403, RATE_LIMITED: 429 }

/** The refusal in a reply of GraphQL; undefined when there is none. */
export function refusalIn(body: unknown, headers: Readonly<Record<string, string>>): HostRefusal | undefined {
  const [first] = Errors.safeParse(body).data?.errors ?? []
  if (!first) return undefined
  // A secondary limit comes with any status, and sometimes without a type.
  const isLimit = /rate limit/i.test(first.message) || retryAfterMs(headers['retry-after'], 0) !== undefined
  return new HostRefusal(isLimit ? 429 : (STATUS[first.type ?? ''] ?? 422), first.message, headers)
}

export function mapError(error: unknown, doing: string, now: number): DocentError {
  return mapChannelFailure(error, {
    vendor: 'GitHub',
    doing,
    variables: 'the app or the token of channel-github',
    now,
  })
}
