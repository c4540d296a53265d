import type { Telemetry } from '@docent/core/plugin'
import type { ReplySink } from '../exchange/reply-sink.ts'
import type { RequestSource } from '../exchange/request-source.ts'

/** Probes come every few seconds: they are counted, and no trace is made of them. */
const PROBES = '/health/'
/** https://opentelemetry.io/docs/specs/semconv/http/http-spans/: methods beyond these are one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Answers a request as an operation, part of the trace of its `traceparent`, and measures it. */
export async function observeRequest(
  telemetry: Telemetry,
  path: string | undefined,
  { req, res }: { req: RequestSource; res: ReplySink },
  answer: () => Promise<void>,
): Promise<void> {
  const begun = performance.now()
  const method = METHODS.has(req.method ?? '') ? (req.method as string) : '_OTHER'
  const attributes = { 'http.request.method': method, 'http.route': path }
  const measure = () =>
    telemetry.record('http.server.request.duration', (performance.now() - begun) / 1_000, {
      ...attributes,
      'http.response.status_code': res.statusCode,
      'error.type': res.statusCode >= 500 ? String(res.statusCode) : undefined,
    })
  if (path?.startsWith(PROBES)) return answer().finally(measure)
  const { traceparent } = req.headers
  const parent = typeof traceparent === 'string' ? traceparent : undefined
  const name = path === undefined ? method : `${method} ${path}`
  await telemetry.trace(name, { kind: 'server', attributes, parent }, async (span) => {
    try {
      await answer()
    } finally {
      measure()
      span.set({ 'http.response.status_code': res.statusCode })
      if (res.statusCode >= 500) span.fail(String(res.statusCode))
      // A client that leaves is not an error of the server.
      else if (!res.writableFinished) span.set({ 'docent.request.cut_off': true })
    }
  })
}
