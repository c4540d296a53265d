import type { Cluster, Redis, RedisOptions } from 'ioredis'
import { TAKE_SCRIPT } from './take-script.ts'

/** What the limiter asks of a connection. */
export interface RedisConnection {
  /** @returns the numbers that the script answers. */
  take(keys: readonly string[], args: readonly string[]): Promise<number[]>
  /** Rejects until the connection is there and Redis takes commands. */
  ping(): Promise<void>
  close(): void
}

export interface RedisAddress {
  /** `redis://` or `rediss://`, with user and password. One of a single server, several of a cluster. */
  urls: readonly string[]
  isCluster: boolean
}

const CONNECT_MS = 500
/** A connection on which a PING has no answer for so long is stuck, ms; by then nobody waits for it any more. */
const PING_MS = 500
const SLOTS_MS = 1_000
/** So long may Redis take to greet a new connection, ms. */
const GREETING_MS = 2_000

/**
 * Opens a connection that never makes a caller wait for a Redis that is gone: nothing is queued, nothing is sent again,
 * and it connects again by itself.
 * @param onError told of errors of the connection; commands reject by themselves.
 */
export async function openRedis(
  { urls, isCluster }: RedisAddress,
  onError: (error: unknown) => void,
): Promise<RedisConnection> {
  // Loading it costs some ten milliseconds of a start.
  const { Cluster, Redis } = await import('ioredis')
  const settings = {
    connectionName: 'docent-limits',
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: CONNECT_MS,
    retryStrategy: pauseBefore,
  } satisfies RedisOptions
  const client: Redis | Cluster = isCluster
    ? new Cluster([...urls], {
        enableOfflineQueue: false,
        slotsRefreshTimeout: SLOTS_MS,
        clusterRetryStrategy: pauseBefore,
        redisOptions: { ...settings, ...loginOf(urls[0]) },
      })
    : new Redis(urls[0] as string, settings)
  client.on('error', onError)
  client.defineCommand('docentTake', { lua: TAKE_SCRIPT })
  const commands = client as unknown as Commands
  let greetedBy: number | undefined
  client.on('connect', () => {
    greetedBy = performance.now() + GREETING_MS
  })
  client.on('ready', () => {
    greetedBy = undefined
  })
  const isStuck = () => greetedBy !== undefined && performance.now() > greetedBy
  return {
    take: (keys, args) => commands.docentTake(keys.length, ...keys, ...args),
    ping: () => ping(client, isStuck),
    close: () => client.disconnect(),
  }
}

interface Commands {
  docentTake(numberOfKeys: number, ...keysAndArgs: string[]): Promise<number[]>
}

/** Up to a second, a part of it random, so that servers don't all come back at once. */
function pauseBefore(attempt: number): number {
  return Math.min(1_000, 50 * 2 ** Math.min(attempt, 5)) * (0.5 + Math.random() * 0.5)
}

/**
 * Connects anew when the connection is stuck: only a PING tells. A time limit of the client on its socket would also end
 * sound connections, whenever this process is busy for longer.
 */
async function ping(client: Redis | Cluster, isStuck: () => boolean): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  let isLate = isStuck()
  const giveUp = () => {
    isLate = true
    reject(new Error(`No answer to PING within ${PING_MS} ms.`))
  }
  // What arrived meanwhile is read first.
  const timer = setTimeout(() => setImmediate(giveUp), PING_MS)
  try {
    await Promise.race([client.ping(), late])
  } catch (error) {
    if (isLate) client.disconnect(true)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A cluster takes user, password and TLS once for all nodes, not from their addresses. */
function loginOf(url = ''): Pick<RedisOptions, 'username' | 'password' | 'tls'> {
  const { username, password, protocol } = new URL(url)
  return {
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  }
}
