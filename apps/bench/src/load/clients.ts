import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadServer } from './load-messages.ts'
import type { Tally } from './tally.ts'

const QUESTIONS = [
  'How do I connect GitHub?',
  'How do I rotate the secret of the server?',
  'Which environment variables does the server read?',
  'How do I move from SQLite to PostgreSQL?',
  'What does docent doctor check?',
  'How are webhooks signed?',
  'How do I put the widget into a page?',
  'What is a passage?',
  'How many questions a day can one machine answer?',
  'How do I back up the data directory?',
]
const JOB_POLL_MS = 100
/** Ends what hangs: a machine that is busy with other work is slow, and no finding. */
const MAX_JOB_MS = 600_000
/** About a megabyte on the wire for a reader who is behind. */
const LONG_ANSWER = 'burst 120000'
const SLOW_READ_MS = 100
/** A server waits 30 s for a reader, and twice that when the last write went out in part. */
const SILENCE_MS = 100_000
const MAX_REQUEST_MS = 300_000

/** Well-behaved clients of one server. */
export class Clients {
  readonly #agent = new Agent({ keepAlive: true })
  #asked = 0
  #created = 0

  constructor(
    readonly server: LoadServer,
    readonly tally: Tally,
  ) {}

  /** Asks, and reads the answer to its end. */
  async ask(): Promise<void> {
    const start = performance.now()
    const reply = await this.#question('docs', QUESTIONS[this.#asked++ % QUESTIONS.length] ?? '')
    let answer = ''
    let isFirst = true
    for await (const piece of reply.setEncoding('utf8')) {
      answer += piece
      if (isFirst && answer.includes('"text-delta"')) {
        isFirst = false
        this.tally.time('first text of an answer', performance.now() - start)
      }
    }
    checkWhole(answer)
    this.tally.time('question', performance.now() - start)
  }

  /** Creates a job and waits for its pull request. */
  async runJob(): Promise<void> {
    const n = ++this.#created
    const start = performance.now()
    const created = await this.#json(
      'POST',
      '/v2/agent/docs/job',
      201,
      JSON.stringify({
        prompt: `Add a section "Load ${n} ${randomUUID()}" to guides/faq.mdx saying: Text ${n}.`,
      }),
    )
    this.tally.time('create job', performance.now() - start)
    for (;;) {
      await sleep(JOB_POLL_MS)
      const job = await this.#json('GET', `/v2/agent/docs/job/${created.id}`, 200)
      if (job.status === 'completed') {
        if (typeof job.prLink !== 'string')
          throw new Error(`Job ${created.id} has no pull request: ${job.messageToUser}`)
        break
      }
      if (job.status !== 'active') throw new Error(`Job ${created.id} is ${job.status}.`)
      if (performance.now() - start > MAX_JOB_MS) throw new Error(`Job ${created.id} takes too long.`)
    }
    this.tally.time('job', performance.now() - start)
  }

  /** Reads a long answer much more slowly than the model writes it. */
  async readSlowly(): Promise<void> {
    const reply = await this.#question('long', `How do I connect GitHub? ${LONG_ANSWER}`)
    let end = ''
    let bytes = 0
    for await (const piece of reply) {
      end = (end + piece).slice(-200)
      bytes += (piece as Buffer).length
      await sleep(SLOW_READ_MS)
    }
    if (!end.includes('[DONE]')) throw new Error(`The answer was cut after ${bytes} bytes.`)
    this.tally.count('slow readers that got everything')
  }

  /** Reads nothing of an endless answer: the server must cut it. */
  async readNothing(): Promise<void> {
    const reply = await this.#question('long', 'How do I connect GitHub? endless')
    const { socket } = reply
    socket.pause()
    socket.on('error', () => undefined)
    const abort = AbortSignal.timeout(MAX_REQUEST_MS)
    // What the buffers of the sockets hold arrives late, and then the cut.
    await sleep(SILENCE_MS, undefined, { signal: abort })
    const closed = once(socket, 'close', { signal: abort })
    reply.on('error', () => undefined).resume()
    await closed
    if (reply.complete) throw new Error('A client that read nothing was not cut off.')
    this.tally.count('readers of nothing that were cut off')
  }

  /** Asks, and goes at some moment. */
  async leave(): Promise<void> {
    const sent = this.#post('docs', QUESTIONS[0] ?? '')
    sent.on('error', () => undefined)
    sent.on('response', (reply: IncomingMessage) => reply.on('error', () => undefined).resume())
    await sleep(Math.random() * 200)
    sent.destroy()
    this.tally.count('clients that left')
  }

  close(): void {
    this.#agent.destroy()
  }

  async #question(project: string, question: string): Promise<IncomingMessage> {
    const reply = await replyTo(() => this.#post(project, question))
    if (reply.statusCode !== 200) throw new Error(`Status ${reply.statusCode}: ${await text(reply)}`)
    return reply
  }

  #post(project: string, question: string) {
    const body = JSON.stringify({
      fp: 'anonymous',
      messages: [{ id: randomUUID(), role: 'user', parts: [{ type: 'text', text: question }] }],
    })
    const sent = request(`${this.server.url}/discovery/v2/assistant/${project}/message`, {
      method: 'POST',
      agent: this.#agent,
      headers: {
        authorization: `Bearer ${this.server.assistantKey}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    sent.end(body)
    return sent
  }

  async #json(
    method: 'GET' | 'POST',
    path: string,
    status: number,
    body = '',
  ): Promise<Record<string, unknown>> {
    const reply = await replyTo(() => {
      const sent = request(this.server.url + path, {
        method,
        agent: this.#agent,
        headers: {
          authorization: `Bearer ${this.server.adminKey}`,
          ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
        },
      })
      sent.end(body)
      return sent
    })
    const answer = await text(reply)
    if (reply.statusCode !== status) throw new Error(`${method} ${path}: ${reply.statusCode}: ${answer}`)
    return JSON.parse(answer)
  }
}

/** A server may close a kept connection just when its client uses it again: then a client sends once more. */
async function replyTo(send: () => ClientRequest): Promise<IncomingMessage> {
  const sent = send()
  try {
    const [reply] = await once(sent, 'response', { signal: AbortSignal.timeout(MAX_REQUEST_MS) })
    return reply as IncomingMessage
  } catch (error) {
    const isStale = sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
    if (!isStale) throw error
    const [reply] = await once(send(), 'response', { signal: AbortSignal.timeout(MAX_REQUEST_MS) })
    return reply as IncomingMessage
  }
}

function checkWhole(answer: string): void {
  if (answer.includes('"type":"error"')) throw new Error(`The answer failed: ${answer.slice(-500)}`)
  if (!answer.includes('"type":"finish"') || !answer.trimEnd().endsWith('[DONE]'))
    throw new Error(`The answer has no end: ${answer.slice(-200)}`)
}
