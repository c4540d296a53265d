import { causesOf } from './map-error.ts'

/** What Redis answers while it is there but counts nothing: https://redis.io/docs/latest/develop/reference/protocol-spec/ */
const REPLIES: Readonly<Record<string, string>> = {
  LOADING: 'is loading its data. Wait until it is ready.',
  OOM: 'has no memory left. Raise maxmemory in redis.conf, or give Docent its own Redis.',
  READONLY: 'is a replica, which accepts no writes. Correct REDIS_URL so that it leads to the primary.',
  MISCONF: 'accepts no writes, because it cannot save its data. Free space on its disk, and check its log.',
  CLUSTERDOWN: 'is a cluster that is down. Run this command on a node: redis-cli cluster info',
}
const AWAY =
  'does not respond. It hangs or is too busy, or a firewall drops the packets. Check its log and the network.'

/** Why Redis can't count now and what to do, as the end of a sentence that begins with its address. */
export function explainOutage(error: unknown): string {
  for (const cause of causesOf(error)) {
    switch ('code' in cause ? cause.code : undefined) {
      case 'ECONNREFUSED':
        return 'refuses connections. Start it, or correct the host and port in REDIS_URL.'
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        return 'cannot be found. Correct the host name in REDIS_URL, or check DNS.'
      case 'EHOSTUNREACH':
      case 'ENETUNREACH':
        return 'cannot be reached. Check the network between the two machines.'
      case 'ECONNRESET':
      case 'EPIPE':
        return 'closed the connection. It is restarting, or it is not a Redis server. Check its log, and REDIS_URL.'
    }
    const reply = REPLIES[cause.message.split(' ', 1)[0] ?? '']
    if (reply !== undefined) return reply
  }
  return AWAY
}
