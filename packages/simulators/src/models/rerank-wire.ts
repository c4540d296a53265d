import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wordOverlap } from '@docent/testing'
import { z } from 'zod'
import { describeIssues } from './describe-issues.ts'
import { sentKey } from './sent-key.ts'
import type { RecordedWireRequest } from './wire-server.ts'

/** What a server that ranks texts can do wrong. */
export type RerankFault =
  | { kind: 'status'; status: number }
  /** Says nothing until the client leaves. */
  | { kind: 'silent' }
  /** Leaves the last text out. */
  | { kind: 'drops' }
  /** Names the first text twice. */
  | { kind: 'duplicates' }
  /** Names a text that it was not given. */
  | { kind: 'invents' }
  /** A reply that is no ranking. */
  | { kind: 'malformed' }

export interface RerankWire {
  /** Without a version. */
  readonly origin: string
  readonly requests: readonly RecordedWireRequest[]
  /** The next request meets it; several are met in order. */
  plant(fault: RerankFault): void
  close(): Promise<void>
}

interface Ranked {
  index: number
  score: number
}

interface RerankVendor {
  paths: readonly string[]
  request: z.ZodType<{ query: string; texts: string[]; topN?: number | undefined }>
  maxTexts: number
  reply(ranked: Ranked[], model: string): unknown
}

const text = z.string().min(1)
const texts = z.array(z.string()).min(1)
const scored = (ranked: Ranked[]) => ranked.map(({ index, score }) => ({ index, relevance_score: score }))

/** As the references of the vendors say; a field that they do not know is refused, as a misspelt one would be lost. */
const VENDORS: Record<'cohere' | 'voyage' | 'tei', RerankVendor> = {
  cohere: {
    paths: ['/v1/rerank', '/v2/rerank'],
    maxTexts: 1_000,
    request: z
      .strictObject({
        model: text,
        query: text,
        documents: texts,
        top_n: z.int().min(1).optional(),
        max_tokens_per_doc: z.int().optional(),
      })
      .transform(({ query, documents, top_n }) => ({ query, texts: documents, topN: top_n })),
    reply: (ranked) => ({ id: 'r-1', results: scored(ranked), meta: { billed_units: { search_units: 1 } } }),
  },
  voyage: {
    paths: ['/v1/rerank'],
    maxTexts: 1_000,
    request: z
      .strictObject({
        model: text,
        query: text,
        documents: texts,
        top_k: z.int().min(1).optional(),
        return_documents: z.boolean().optional(),
        truncation: z.boolean().optional(),
      })
      .transform(({ query, documents, top_k }) => ({ query, texts: documents, topN: top_k })),
    reply: (ranked, model) => ({
      object: 'list',
      data: scored(ranked),
      model,
      usage: { total_tokens: ranked.length },
    }),
  },
  tei: {
    paths: ['/rerank'],
    maxTexts: 32,
    request: z
      .strictObject({
        query: text,
        texts,
        truncate: z.boolean().optional(),
        raw_scores: z.boolean().optional(),
        return_text: z.boolean().optional(),
        truncation_direction: z.enum(['Left', 'Right']).optional(),
      })
      .transform(({ query, texts: given }) => ({ query, texts: given, topN: undefined })),
    reply: (ranked) => ranked,
  },
}

/** Starts a server on 127.0.0.1 that ranks texts by the words they share with the query, in the format of a vendor. */
export async function rerankWire(api: keyof typeof VENDORS): Promise<RerankWire> {
  const vendor = VENDORS[api]
  const requests: RecordedWireRequest[] = []
  const faults: RerankFault[] = []
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers, body })
    const fault = faults.shift()
    if (fault?.kind === 'silent') return
    if (fault?.kind === 'status')
      return json(response, fault.status, { message: `The planted fault of ${sentKey(request.headers)}.` })
    if (request.method !== 'POST' || !vendor.paths.includes(path))
      return json(response, 404, { message: `no route ${request.method} ${path}` })
    const parsed = vendor.request.safeParse(body)
    if (!parsed.success) return json(response, 422, { message: describeIssues(parsed).join('; ') })
    const { query, texts: given, topN = given.length } = parsed.data
    if (given.length > vendor.maxTexts)
      return json(response, 422, { message: `batch size ${given.length} > ${vendor.maxTexts}` })
    const ranked = given
      .map((each, index) => ({ index, score: wordOverlap(query, each) }))
      .sort((one, other) => other.score - one.score)
      .slice(0, topN)
    const model = String((body as { model?: unknown }).model ?? '')
    json(
      response,
      200,
      fault?.kind === 'malformed' ? { ok: true } : vendor.reply(spoiled(ranked, fault), model),
    )
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    plant: (fault) => void faults.push(fault),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function spoiled(ranked: Ranked[], fault: RerankFault | undefined): Ranked[] {
  const [first, ...others] = ranked
  if (first === undefined) return ranked
  if (fault?.kind === 'drops') return ranked.slice(0, -1)
  if (fault?.kind === 'duplicates') return [first, first, ...others.slice(1)]
  if (fault?.kind === 'invents') return [{ ...first, index: ranked.length }, ...others]
  return ranked
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
