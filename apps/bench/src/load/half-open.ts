import { once } from 'node:events'
import { connect } from 'node:net'
import type { LoadServer } from './load-messages.ts'
import type { Tally } from './tally.ts'

/** Longer than any limit of the server. */
const MAX_MS = 150_000

/** What a client had sent when it fell silent without closing its connection. */
const BEGINNINGS = [
  '',
  'POST /discovery/v2/assistant/docs/mess',
  'POST /discovery/v2/assistant/docs/message HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n',
  'POST /discovery/v2/assistant/docs/message HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"messages": [',
] as const

/** Opens a connection, falls silent, and waits until the server ends it. @throws Error when it never does. */
export async function openHalf({ url }: LoadServer, which: number, tally: Tally): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  socket.resume()
  try {
    await once(socket, 'connect')
    socket.write(BEGINNINGS[which % BEGINNINGS.length] ?? '')
    await once(socket, 'close', { signal: AbortSignal.timeout(MAX_MS) })
    tally.count('half-open connections that the server ended')
  } catch (cause) {
    throw new Error(`A half-open connection (${which % BEGINNINGS.length}) is open after ${MAX_MS} ms.`, {
      cause,
    })
  } finally {
    socket.destroy()
  }
}
