import { connect, type Socket } from 'node:net'

/** One request as it goes over the wire, made anew for each. */
export type WireRequest = () => string

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  /** Time of each request, ms. */
  readonly times: readonly number[]
}

/**
 * Sends one request after the other on each of so many kept connections, for a while. Written on sockets: a client
 * library would use more CPU than the server it measures, and this machine may have two cores.
 * @throws Error when a reply has another status than the expected one, or no Content-Length.
 */
export async function load(
  port: number,
  connections: number,
  durationMs: number,
  status: number,
  request: WireRequest,
): Promise<LoadResult> {
  const times: number[] = []
  const start = performance.now()
  const until = start + durationMs
  await Promise.all(
    Array.from({ length: connections }, () => useConnection(port, until, status, request, times)),
  )
  return { requests: times.length, seconds: (performance.now() - start) / 1_000, times }
}

function useConnection(
  port: number,
  until: number,
  status: number,
  request: WireRequest,
  times: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let sentAt = 0
    let text = ''
    const send = () => {
      sentAt = performance.now()
      socket.write(request())
    }
    socket.setEncoding('latin1')
    socket.on('connect', send).on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk: string) => {
      text += chunk
      const length = replyLength(text)
      if (length === undefined || text.length < length) return
      if (!text.startsWith(`HTTP/1.1 ${status} `)) return fail(socket, text, reject)
      text = ''
      const at = performance.now()
      times.push(at - sentAt)
      if (at < until) send()
      else socket.destroy()
    })
  })
}

/** Characters of the whole reply; undefined while its head is incomplete. */
function replyLength(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head === -1) return undefined
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
  if (length === undefined) throw new Error(`The reply has no Content-Length:\n${text}`)
  return head + 4 + Number(length)
}

function fail(socket: Socket, text: string, reject: (error: Error) => void): void {
  socket.destroy()
  reject(new Error(`The reply is not what was expected:\n${text}`))
}

/** A request in the form that sockets take. */
export function wire(
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const all = {
    Host: '127.0.0.1',
    ...headers,
    ...(method === 'POST' ? { 'Content-Type': 'application/json', 'Content-Length': `${body.length}` } : {}),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
