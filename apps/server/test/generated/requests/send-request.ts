import { Agent, request as httpRequest } from 'node:http'
import type { GeneratedRequest } from './generated-request.ts'

export interface Outcome {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** A reply may take this long; after it the server hangs. */
const LONGEST_MS = 60_000
/** An open stream is left after this much. */
const STREAM_MS = 150
const KEPT_CHARACTERS = 300_000

export const keptConnections: Agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Status 0 with the error as text when the connection ends without a reply. */
export function sendRequest(
  url: string,
  { method, path, headers, body }: GeneratedRequest,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const { hostname, port } = new URL(url)
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  let leaving: NodeJS.Timeout | undefined
  const sent = httpRequest(
    { hostname, port, method, path, headers: { ...headers, ...length }, agent: keptConnections },
    (reply) => {
      const chunks: Buffer[] = []
      const type = String(reply.headers['content-type'] ?? '')
      const end = () =>
        resolve({
          status: reply.statusCode ?? 0,
          type,
          text: Buffer.concat(chunks).toString().slice(0, KEPT_CHARACTERS),
        })
      if (type.startsWith('text/event-stream')) leaving = setTimeout(() => sent.destroy(), STREAM_MS)
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', end).on('error', end)
    },
  )
  sent.setTimeout(LONGEST_MS, () => sent.destroy(new Error('There was no reply within a minute.')))
  sent.on('error', (error) => resolve({ status: 0, type: '', text: error.message }))
  sent.on('close', () => clearTimeout(leaving))
  sent.end(body)
  return promise
}
