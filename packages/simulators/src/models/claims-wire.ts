import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wordOverlap } from '@docent/testing'
import { z } from 'zod'
import { describeIssues } from './describe-issues.ts'
import { sentKey } from './sent-key.ts'
import type { RecordedWireRequest } from './wire-server.ts'

/** What a server that judges claims can do wrong. */
export type ClaimsFault =
  | { kind: 'status'; status: number; retryAfter?: string }
  /** Says nothing until the client leaves. */
  | { kind: 'silent' }
  /** Begins its reply, and breaks off. */
  | { kind: 'cut' }
  /** Leaves the last verdict out. */
  | { kind: 'drops' }
  /** Counts from 0 to 100. */
  | { kind: 'percent' }
  /** A web page with status 200, as a login in front of the server has. */
  | { kind: 'page' }
  /** JSON of another server. */
  | { kind: 'other' }
  /** Sends the client to another address. */
  | { kind: 'redirect' }
  /** A reply without an end. */
  | { kind: 'endless' }

export interface ClaimsWire {
  readonly origin: string
  readonly requests: readonly RecordedWireRequest[]
  /** Requests whose client left before the reply was whole. */
  readonly aborted: number
  /** The most requests that were open at once. */
  readonly mostOpen: number
  /** The next request meets it; several are met in order. */
  plant(fault: ClaimsFault): void
  /** From now on every request meets it. */
  plantForEver(fault: ClaimsFault): void
  close(): Promise<void>
}

interface Pair {
  text: string
  evidence: string
}

interface ClaimsVendor {
  path: string
  request: z.ZodType<Pair[]>
  maxPairs: number
  error(message: string, type: string): unknown
  reply(scores: number[]): unknown
}

const text = z.string().min(1)
const DOCUMENT = /^Document: ([\s\S]*)\nClaim: ([\s\S]*)$/

/** As the references of the servers say; a field that they do not know is refused, as a misspelt one would be lost. */
const VENDORS: Record<'docent' | 'tei' | 'ollama', ClaimsVendor> = {
  docent: {
    path: '/check',
    maxPairs: 32,
    request: z
      .strictObject({
        model: text.optional(),
        claims: z.array(z.strictObject({ text, evidence: z.string() })).min(1),
      })
      .transform(({ claims }) => claims),
    error: (message) => ({ error: message }),
    reply: (scores) => ({ verdicts: scores.map((supported) => ({ supported })) }),
  },
  tei: {
    path: '/predict',
    maxPairs: 32,
    request: z
      .strictObject({
        inputs: z.array(z.tuple([z.string(), z.string()])).min(1),
        truncate: z.boolean().optional(),
        raw_scores: z.boolean().optional(),
      })
      .transform(({ inputs }) => inputs.map(([evidence, claim]) => ({ text: claim, evidence }))),
    error: (error, error_type) => ({ error, error_type }),
    // The best class first, as the server sorts them.
    reply: (scores) =>
      scores.map((score) =>
        [
          { score, label: 'entailment' },
          { score: (1 - score) * 0.75, label: 'neutral' },
          { score: (1 - score) * 0.25, label: 'contradiction' },
        ].sort((one, other) => other.score - one.score),
      ),
  },
  ollama: {
    path: '/api/chat',
    maxPairs: 1,
    request: z
      .strictObject({
        model: text,
        messages: z.tuple([z.strictObject({ role: z.literal('user'), content: z.string().regex(DOCUMENT) })]),
        stream: z.literal(false),
        options: z.strictObject({ temperature: z.number(), num_predict: z.int() }).partial(),
      })
      .transform(({ messages: [{ content }] }) => {
        const [, evidence = '', claim = ''] = DOCUMENT.exec(content) ?? []
        return [{ text: claim, evidence }]
      }),
    error: (error) => ({ error }),
    reply: ([score = 0]) => ({
      model: 'bespoke-minicheck',
      created_at: '2026-01-01T00:00:00Z',
      message: { role: 'assistant', content: score > 0.6 ? 'Yes' : 'No' },
      done: true,
      done_reason: 'stop',
    }),
  },
}

/** Starts a server on 127.0.0.1 that judges a claim by the share of its words that the evidence has. */
export async function claimsWire(api: keyof typeof VENDORS): Promise<ClaimsWire> {
  const vendor = VENDORS[api]
  const state = { requests: [] as RecordedWireRequest[], aborted: 0, open: 0, mostOpen: 0 }
  const faults: ClaimsFault[] = []
  let always: ClaimsFault | undefined
  const server = createServer((request, response) => {
    state.mostOpen = Math.max(state.mostOpen, ++state.open)
    response.on('close', () => {
      state.open--
      if (!response.writableFinished) state.aborted++
    })
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
    const path = request.url ?? ''
    state.requests.push({ path, headers: request.headers, body })
    const fault = faults.shift() ?? always
    if (fault !== undefined && misbehave(response, fault, vendor)) return
    if (request.method !== 'POST' || path !== vendor.path)
      return json(response, 404, vendor.error(`no route ${request.method} ${path}`, 'not_found'))
    const parsed = vendor.request.safeParse(body)
    if (!parsed.success)
      return json(response, 422, vendor.error(describeIssues(parsed).join('; '), 'validation'))
    if (parsed.data.length > vendor.maxPairs)
      return json(
        response,
        422,
        vendor.error(
          `batch size ${parsed.data.length} > maximum allowed batch size ${vendor.maxPairs}`,
          'validation',
        ),
      )
    const scores = parsed.data.map((pair) => wordOverlap(pair.text, pair.evidence))
    if (fault?.kind === 'drops') scores.pop()
    json(
      response,
      200,
      vendor.reply(fault?.kind === 'percent' ? scores.map((score) => score * 100 + 2) : scores),
    )
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    requests: state.requests,
    get aborted() {
      return state.aborted
    },
    get mostOpen() {
      return state.mostOpen
    },
    plant: (fault) => void faults.push(fault),
    plantForEver: (fault) => {
      always = fault
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** @returns true when the fault is the whole reply. */
function misbehave(response: ServerResponse, fault: ClaimsFault, vendor: ClaimsVendor): boolean {
  switch (fault.kind) {
    case 'silent':
      return true
    case 'status': {
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter)
      json(
        response,
        fault.status,
        vendor.error(`The planted fault of ${sentKey(response.req.headers)}.`, 'overloaded'),
      )
      return true
    }
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"verdicts":[{"supp', () => response.destroy())
      return true
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><title>Sign in</title>')
      return true
    case 'other':
      json(response, 200, { status: 'ok' })
      return true
    case 'redirect':
      response.writeHead(307, { location: response.req.url ?? '/' })
      response.end()
      return true
    case 'endless': {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      }
      response.on('drain', more)
      more()
      return true
    }
    default:
      return false
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
