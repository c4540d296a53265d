import { deltasOf, type Script, type ScriptedReply, toolCallsOf, wholeText } from '@docent/testing'
import { z } from 'zod'
import { describeIssues } from './describe-issues.ts'
import type { WireEvent, WireProtocol } from './wire-protocol.ts'
import { type WireServer, wireServer } from './wire-server.ts'

const Request = z.looseObject({
  prompt: z
    .array(z.looseObject({ role: z.enum(['system', 'user', 'assistant', 'tool']), content: z.unknown() }))
    .min(1),
})
const Headers = z.looseObject({
  authorization: z.string().startsWith('Bearer '),
  'ai-language-model-specification-version': z.literal('4'),
  'ai-language-model-id': z.string().min(1),
})

/** The AI Gateway: calls and stream parts of `@ai-sdk/provider` as JSON. */
const protocol: WireProtocol = {
  path: '/language-model',
  end: 'data: [DONE]\n\n',
  headers: {},
  isStream: (_body, headers) => headers['ai-language-model-streaming'] === 'true',
  problems: (body, headers) => [
    ...describeIssues(Request.safeParse(body)),
    ...describeIssues(Headers.safeParse(headers)),
  ],
  events(reply, _request, number) {
    const text = deltasOf(reply.text)
    const reasoning = deltasOf(reply.reasoning)
    return [
      { type: 'stream-start', warnings: [] },
      { type: 'response-metadata', id: `gen-${number}`, timestamp: '2026-01-15T10:00:00.000Z' },
      ...block('reasoning', reasoning),
      ...block('text', text),
      ...toolCallsOf(reply, number - 1).flatMap((call) => [
        { type: 'tool-input-start', id: call.toolCallId, toolName: call.toolName },
        { type: 'tool-input-delta', id: call.toolCallId, delta: call.input },
        { type: 'tool-input-end', id: call.toolCallId },
        { ...call, type: 'tool-call' },
      ]),
      { type: 'finish', finishReason: finishReason(reply), usage: usageOf(reply) },
    ].map((data): WireEvent => ({ event: undefined, data }))
  },
  body: (reply, _request, number) => ({
    content: [
      ...(wholeText(reply.text) === '' ? [] : [{ type: 'text', text: wholeText(reply.text) }]),
      ...toolCallsOf(reply, number - 1).map((call) => ({ ...call, type: 'tool-call' })),
    ],
    finishReason: finishReason(reply),
    usage: usageOf(reply),
    warnings: [],
  }),
  error: (status, message) => ({ error: { message, type: ERRORS[status] ?? 'internal_server_error' } }),
  errorEvent: () => ({
    event: undefined,
    data: { type: 'error', error: { type: 'internal_server_error', message: 'The vendor failed.' } },
  }),
  embeddings: {
    path: '/embedding-model',
    reply(body) {
      const { values } = body as { values: string[] }
      return {
        embeddings: values.map((text) => [text.length, text.charCodeAt(0) || 0, 1]),
        usage: { tokens: 1 },
      }
    },
  },
}

const ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
}

/** Starts a loopback server that speaks the protocol of the AI Gateway. */
export function gatewayWire(script: Script<unknown>): Promise<WireServer> {
  return wireServer(protocol, script)
}

function block(kind: 'text' | 'reasoning', deltas: readonly string[]): object[] {
  if (deltas.length === 0) return []
  const id = `${kind}-0`
  return [
    { type: `${kind}-start`, id },
    ...deltas.map((delta) => ({ type: `${kind}-delta`, id, delta })),
    { type: `${kind}-end`, id },
  ]
}

function finishReason(reply: ScriptedReply) {
  const calls = (reply.toolCalls?.length ?? 0) > 0
  const unified = reply.finishReason === 'length' ? 'length' : calls ? 'tool-calls' : 'stop'
  return { unified, raw: unified }
}

function usageOf(reply: ScriptedReply) {
  const { inputTokens = 25, outputTokens = 15, cacheReadTokens = 0 } = reply.usage ?? {}
  return {
    inputTokens: { total: inputTokens, noCache: inputTokens - cacheReadTokens, cacheRead: cacheReadTokens },
    outputTokens: { total: outputTokens, text: outputTokens, reasoning: 0 },
  }
}
