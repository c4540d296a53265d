import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SearchOutput } from '@docent/client'

export interface SimulatedDocent extends AsyncDisposable {
  /** What the project looks like. */
  brand: object
  /** What readers can choose between. */
  variants: { versions: object[]; languages: object[]; page: object }
  readonly url: string
  /** Bodies of the questions, in order. */
  readonly asked: Array<Record<string, unknown>>
  readonly feedback: Array<Record<string, unknown>>
  readonly pageFeedback: Array<Record<string, unknown>>
  readonly views: Array<Record<string, unknown>>
  readonly handedOver: Array<Record<string, unknown>>
  /** Questions after the claims of answers. */
  readonly claimsAsked: Array<Record<string, unknown>>
  /** What the next of them are answered with, in order; the last for all that follow. */
  claims: object[]
  /** How the next questions are answered. */
  answer: (res: ServerResponse, body: Record<string, unknown>) => void | Promise<void>
}

const dist = new URL('../dist/', import.meta.url)
const FILES = ['docent.js', 'docent-highlighter.mjs', 'docent-hand-over.mjs', 'docent-variants.mjs']

/** A server that speaks the assistant's protocol as Docent does, with answers that a test decides, and serves the widget. */
export async function simulateDocent(): Promise<SimulatedDocent> {
  const server = createServer(async (req, res) => {
    res.setHeader('access-control-allow-origin', '*')
    res.setHeader('access-control-allow-headers', 'authorization, content-type, accept')
    res.setHeader('access-control-expose-headers', 'x-thread-id, x-thread-key, retry-after')
    if (req.method === 'OPTIONS') return res.writeHead(204).end()
    const file = FILES.find((name) => req.url === `/widget/latest/${name}`)
    if (file) {
      res.setHeader('content-type', 'text/javascript; charset=utf-8')
      return res.end(readFileSync(new URL(file, dist)))
    }
    if (req.url?.includes('/v1/brand/')) {
      res.setHeader('content-type', 'application/json')
      const { versions, languages } = simulated.variants
      const variants = versions.length + languages.length > 0
      return res.end(JSON.stringify({ variants, ...simulated.brand }))
    }
    const body = await jsonOf(req)
    if (req.url?.includes('/v1/variants/')) {
      res.setHeader('content-type', 'application/json')
      return res.end(JSON.stringify(simulated.variants))
    }
    if (req.url?.includes('/v1/view/')) {
      simulated.views.push(body)
      return res.writeHead(204).end()
    }
    if (req.url?.includes('/v1/feedback/')) {
      simulated.pageFeedback.push(body)
      return res.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"f1"}')
    }
    if (req.url?.includes('/feedback')) {
      simulated.feedback.push(body)
      return res.writeHead(204).end()
    }
    if (req.url?.endsWith('/hand-over')) {
      simulated.handedOver.push(body)
      const links = { url: `${simulated.url}/desk?text=How`, email: 'mailto:help@acme.com?body=How' }
      const reply = { ...links, canSend: true, sent: body.send === true, transcript: '> How do I start?' }
      return res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    }
    if (req.url?.endsWith('/claims')) {
      simulated.claimsAsked.push(body)
      const reply = simulated.claims.length > 1 ? simulated.claims.shift() : simulated.claims[0]
      return res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    }
    if (req.url?.includes('/search/')) return sendResults(res, String(body.query))
    simulated.asked.push(body)
    await simulated.answer(res, body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const simulated: SimulatedDocent = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    feedback: [],
    pageFeedback: [],
    views: [],
    handedOver: [],
    brand: { name: null, accent: null, logo: { light: null, dark: null } },
    variants: { versions: [], languages: [], page: { version: null, language: null } },
    claimsAsked: [],
    claims: [{ status: 'unchecked' }],
    answer: (res) => streamAnswer(res, ['Run `npm start`.']),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return simulated
}

/** An answer whose pieces come one after another, each after `before` it, with a search before and its source after. */
export async function streamAnswer(
  res: ServerResponse,
  pieces: readonly string[],
  before?: (index: number) => Promise<unknown>,
  { grounding, checksClaims = false }: { grounding?: object; checksClaims?: boolean } = {},
): Promise<void> {
  res.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-vercel-ai-ui-message-stream': 'v1',
    'x-thread-id': 'thread-1',
  })
  const send = (chunk: object) => res.write(`data: ${JSON.stringify(chunk)}\n\n`)
  send({ type: 'start', messageId: `message-${pieces.length}`, messageMetadata: { threadId: 'thread-1' } })
  send({ type: 'tool-input-start', toolCallId: 's', toolName: 'search' })
  send({ type: 'tool-input-available', toolCallId: 's', toolName: 'search', input: { query: 'start' } })
  send({ type: 'tool-output-available', toolCallId: 's', output: FOUND })
  send({ type: 'text-start', id: 't' })
  for (const [index, delta] of pieces.entries()) {
    await before?.(index)
    if (res.destroyed) return
    send({ type: 'text-delta', id: 't', delta })
  }
  send({ type: 'source-url', sourceId: 'a', url: '/guides/start', title: 'Getting started' })
  send({ type: 'text-end', id: 't' })
  if (grounding) send({ type: 'data-grounding', data: grounding })
  if (checksClaims) send({ type: 'data-claims', data: { status: 'checking' } })
  send({ type: 'finish', messageMetadata: { threadId: 'thread-1' } })
  res.end('data: [DONE]\n\n')
}

const FOUND: SearchOutput = {
  type: 'search',
  results: [
    {
      path: '/guides/start',
      url: '/guides/start',
      content:
        'Run `npm start` in the folder of the project.\n\n## Use another port\n\nSet `PORT` before you start.',
      metadata: {
        title: 'Getting started',
        headings: ['Getting started'],
        number: 1,
        score: 0.9,
        href: '/guides/start',
      },
    },
  ],
}

const RESULT = {
  path: '/guides/start',
  content: '# Getting started\n\nRun `npm start` in the folder of the project.',
  metadata: { title: 'Getting started', headings: ['Getting started'], url: '/guides/start', score: 0.9 },
}

function sendResults(res: ServerResponse, query: string): void {
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(query.includes('nothing') ? [] : [RESULT]))
}

async function jsonOf(req: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await text(req)
  return body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
}
