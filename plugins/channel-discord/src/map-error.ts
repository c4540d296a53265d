import type { DocentError } from '@docent/core/plugin'
import { mapChannelFailure } from '@docent/git-host'

export function mapError(error: unknown, doing: string, now: number): DocentError {
  const variables = 'DISCORD_BOT_TOKEN, and what the bot may do in the channel'
  return mapChannelFailure(error, { vendor: 'Discord', doing, variables, now })
}
