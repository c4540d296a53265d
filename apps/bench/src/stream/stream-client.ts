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

/** Asks for a paced reply, and hands over each delta's due time and delay, ms. */
export async function readPaced(
  target: Target,
  deltas: number,
  onDelta: (due: number, delay: number) => void,
): Promise<void> {
  const reply = await ask(target, `paced ${deltas}`)
  reply.setEncoding('latin1')
  let rest = ''
  await new Promise<void>((resolve, reject) => {
    reply.on('end', resolve).on('error', reject)
    reply.on('data', (chunk: string) => {
      const at = now()
      const text = rest + chunk
      let end = 0
      for (;;) {
        const from = text.indexOf('@', end)
        const to = from === -1 ? -1 : text.indexOf(' ', from)
        if (to === -1) {
          rest = from === -1 ? '' : text.slice(from)
          return
        }
        const due = Number(text.slice(from + 1, to))
        onDelta(due, at - due)
        end = to
      }
    })
  })
}

function ask({ url, headers }: Target, text: string): Promise<IncomingMessage> {
  const body = JSON.stringify({
    fp: 'anonymous',
    messages: [{ id: 'q', role: 'user', parts: [{ type: 'text', text: `How to stream answers? ${text}` }] }],
  })
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
