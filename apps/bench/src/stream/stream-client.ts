import { Agent, type IncomingMessage, request } from 'node:http'
import { now } from './stream-model.ts'

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

export interface Target {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Times from the request to what came back, ms. */
export interface BurstTimes {
  readonly firstByte: number
  readonly firstText: number
}

/** Asks for a burst and reads it to its end. */
export async function readBurst(target: Target, deltas: number): Promise<BurstTimes> {
  const start = now()
  const reply = await ask(target, `burst ${deltas}`)
  const firstByte = now() - start
  let firstText = Number.NaN
  for await (const bytes of reply) {
    if (Number.isNaN(firstText) && (bytes as Buffer).includes('passage ')) firstText = now() - start
  }
  return { firstByte, firstText }
}

/** A question that the model answers as it says: `burst 2000` or `paced 500`. */
export function questionBody(answer: string): string {
  const text = `How to stream answers? ${answer}`
  return JSON.stringify({
    fp: 'anonymous',
    messages: [{ id: 'q', role: 'user', parts: [{ type: 'text', text }] }],
  })
}

function ask({ url, headers }: Target, text: string): Promise<IncomingMessage> {
  const body = questionBody(text)
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    sent.on('error', reject)
    sent.on('response', (reply) => {
      if (reply.statusCode === 200) resolve(reply)
      else reject(new Error(`${url} answered ${reply.statusCode}.`))
    })
    sent.end(body)
  })
}
