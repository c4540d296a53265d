import type { DocentError } from '@docent/core/plugin'
import { HostRefusal, mapChannelFailure } from '@docent/git-host'

/** Slack says what went wrong with status 200. */
const STATUS: Readonly<Record<string, number>> = {
  ...{ ratelimited: 429, rate_limited: 429, internal_error: 500, fatal_error: 500, service_unavailable: 503 },
  ...{ invalid_auth: 401, not_authed: 401, token_revoked: 401, account_inactive: 401, token_expired: 401 },
  ...{ missing_scope: 403, not_in_channel: 403, is_archived: 403, restricted_action: 403 },
  ...{ channel_not_found: 404, thread_not_found: 404, message_not_found: 404 },
}

export function refusalOf(error: string, headers: Readonly<Record<string, string>>): HostRefusal {
  return new HostRefusal(STATUS[error] ?? 422, error, headers)
}

export function mapError(error: unknown, doing: string, now: number): DocentError {
  const variables = 'SLACK_BOT_TOKEN, the scopes of the app, and whether it is in the channel'
  return mapChannelFailure(error, { vendor: 'Slack', doing, variables, now })
}
