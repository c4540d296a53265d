import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OtlpValue {
  stringValue?: string
  intValue?: number
  doubleValue?: number
  boolValue?: boolean
  arrayValue?: { values: OtlpValue[] }
}

interface OtlpAttribute {
  key: string
  value: OtlpValue
}

export interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: OtlpAttribute[]
  status: { code?: number }
}

interface OtlpTraces {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

interface OtlpMetrics {
  resourceMetrics: { scopeMetrics: { metrics: { name: string; unit: string }[] }[] }[]
}

/** A collector that takes OTLP over HTTP as JSON. */
export class Collector {
  readonly spans: OtlpSpan[] = []
  readonly metrics = new Set<string>()
  readonly services = new Set<string>()
  readonly headers: Record<string, unknown>[] = []
  isDown = false
  readonly #server: Server

  private constructor() {
    this.#server = createServer(async (req, res) => {
      const chunks: Buffer[] = []
      for await (const chunk of req) chunks.push(chunk)
      if (this.isDown) return void res.writeHead(400).end('down')
      this.headers.push(req.headers)
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
      if (req.url === '/v1/traces') this.#takeTraces(body as OtlpTraces)
      else if (req.url === '/v1/metrics') this.#takeMetrics(body as OtlpMetrics)
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }

  static async listen(): Promise<Collector> {
    const collector = new Collector()
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve))
    return collector
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #takeTraces({ resourceSpans }: OtlpTraces): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      for (const { key, value } of resource.attributes)
        if (key === 'service.name') this.services.add(String(value.stringValue))
      for (const { spans } of scopeSpans) this.spans.push(...spans)
    }
  }

  #takeMetrics({ resourceMetrics }: OtlpMetrics): void {
    for (const { scopeMetrics } of resourceMetrics)
      for (const { metrics } of scopeMetrics) for (const { name } of metrics) this.metrics.add(name)
  }
}
