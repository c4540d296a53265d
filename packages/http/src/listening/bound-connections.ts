import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '@docent/core/plugin'

/** How often the log says that connections were closed, ms. */
const SAID_MS = 60_000

interface Connection {
  socket: Socket
  /** Requests that are being answered. */
  running: number
}

/**
 * Bounds the open connections of a server, so that strangers never use up the files that a process may have open. When
 * there are too many, the one that has waited longest without a request is closed; when all of them are being answered,
 * the new one is. Without a listener for `error`, a connection that cannot be accepted would end the process.
 *
 * @param most open connections
 */
export function boundConnections(server: Server, most: number, logger: Pick<Logger, 'warn'>): void {
  /** The longest idle first: a map keeps the order in which its keys were set. */
  const idle = new Map<string, Connection>()
  const all = new Map<string, Connection>()
  let closed = 0
  let saidAt = Number.NEGATIVE_INFINITY

  const say = () => {
    const now = performance.now()
    if (now - saidAt < SAID_MS) return
    saidAt = now
    const fields = { connections: all.size, most, closed }
    logger.warn(fields, 'too many connections are open: the server closes those that have waited longest')
    closed = 0
  }

  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket)
    const connection = { socket, running: 0 }
    all.set(key, connection)
    idle.set(key, connection)
    socket.once('close', () => {
      if (all.get(key) !== connection) return
      all.delete(key)
      idle.delete(key)
    })
    if (all.size <= most) return
    const [longest] = idle
    if (longest === undefined) return
    const [name, { socket: waiting }] = longest
    all.delete(name)
    idle.delete(name)
    closed++
    waiting.destroy()
    say()
  })

  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    // On HTTPS, the socket of the request is another object than that of its connection.
    const key = keyOf(req.socket)
    const connection = all.get(key)
    if (connection === undefined) return
    connection.running++
    idle.delete(key)
    res.once('close', () => {
      connection.running--
      if (connection.running === 0 && all.get(key) === connection) idle.set(key, connection)
    })
  })

  server.on('error', (error) => {
    logger.warn({ err: error }, 'a connection could not be accepted')
  })
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/** The larger part of the files stays free for git, stores, indexes, and calls to models and hosts. */
export function connectionsFor(openFiles: number): number {
  return Math.max(16, Math.floor(openFiles * 0.4))
}
