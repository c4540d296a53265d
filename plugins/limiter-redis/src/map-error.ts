import { DocentError } from '@docent/core/plugin'

/** First words of replies by which Redis says that it is there, and that a person has to mend something. */
const REFUSED_LOGIN = new Set(['NOAUTH', 'WRONGPASS', 'NOPERM', 'ERR'])

/**
 * Redis cannot count now, so another limiter must: it is gone, loads its data, has no memory left, is a replica, or
 * refuses. Every error of Redis is one: the script has no rule of its own that could refuse.
 */
export function isOutage(error: unknown): boolean {
  return !DocentError.is(error)
}

/** @returns what a person can mend: a wrong password, for example; undefined for a Redis that is only away. */
export function wrongSetUp(error: unknown, address: string): DocentError | undefined {
  for (const each of causesOf(error)) {
    const [word = ''] = each.message.split(' ', 1)
    if (REFUSED_LOGIN.has(word)) {
      return new DocentError(
        'configuration',
        `Redis at ${address} refuses the limiter: ${firstSentenceOf(each.message)} Correct the user, password, or database in REDIS_URL, or in \`url\` of redisLimiter() in docent.config.ts. The user needs the commands EVAL, EVALSHA, HMGET, HSET, HDEL, HKEYS, PTTL, PEXPIRE, TIME and PING on its keys.`,
        { cause: error },
      )
    }
  }
  return undefined
}

/** Redis ends some of its replies without a period, and explains its protocol in others. */
function firstSentenceOf(message: string): string {
  if (message.startsWith('NOAUTH')) return 'it requires a password.'
  return `${message.replace(/\.$/, '')}.`
}

export function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let each = error; each instanceof Error && causes.length < 5; each = lastErrorOf(each))
    causes.push(each)
  return causes
}

/** The error of a cluster has the one of its last node beside it, that of a name with many addresses has one for each. */
function lastErrorOf(error: Error): unknown {
  if (error instanceof AggregateError) return error.errors[0]
  return 'lastNodeError' in error ? error.lastNodeError : error.cause
}
