import type { Script, ScriptedReply } from '@docent/testing'
import { deltasOf, toolCallsOf, wholeText } from '@docent/testing'
import { z } from 'zod'
import { describeIssues } from './describe-issues.ts'
import type { WireEvent, WireProtocol } from './wire-protocol.ts'
import { type WireServer, wireServer } from './wire-server.ts'

const Block = z.looseObject({
  type: z.enum(['text', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result', 'image', 'document']),
})
const Request = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  stream: z.boolean().optional(),
  system: z
    .union([z.string(), z.array(z.looseObject({ type: z.literal('text'), text: z.string() }))])
    .optional(),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.union([z.string(), z.array(Block).min(1)]),
      }),
    )
    .min(1),
  tools: z
    .array(
      z.looseObject({
        name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
        input_schema: z.looseObject({ type: z.literal('object') }),
      }),
    )
    .optional(),
})

const STATUS_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

/** Anthropic's Messages API, as of its reference for `anthropic-version: 2023-06-01`. */
const protocol: WireProtocol = {
  path: '/messages',
  end: '',
  headers: { 'request-id': 'req_011CSHoEeqs5C35K2UUqR7Fy' },
  isStream: (body) => Request.parse(body).stream === true,
  problems(body, headers) {
    const problems = describeIssues(Request.safeParse(body))
    if (!headers['x-api-key']) problems.push('x-api-key: header is required')
    if (headers['anthropic-version'] !== '2023-06-01') problems.push('anthropic-version: header is required')
    return problems
  },
  events(reply, { model }, number) {
    const content = blocks(reply, number)
    const usage = usageOf(reply)
    return [
      {
        event: 'message_start',
        data: {
          type: 'message_start',
          message: {
            ...message(model, number),
            content: [],
            stop_reason: null,
            usage: { ...usage, output_tokens: 1 },
          },
        },
      },
      ...content.flatMap(({ start, deltas }, index): WireEvent[] => [
        { event: 'content_block_start', data: { type: 'content_block_start', index, content_block: start } },
        ...(index === 0 ? [{ event: 'ping', data: { type: 'ping' } }] : []),
        ...deltas.map((delta) => ({
          event: 'content_block_delta',
          data: { type: 'content_block_delta', index, delta },
        })),
        { event: 'content_block_stop', data: { type: 'content_block_stop', index } },
      ]),
      {
        event: 'message_delta',
        data: {
          type: 'message_delta',
          delta: { stop_reason: stopReason(reply), stop_sequence: null },
          usage: { output_tokens: usage.output_tokens },
        },
      },
      { event: 'message_stop', data: { type: 'message_stop' } },
    ]
  },
  body(reply, { model }, number) {
    return {
      ...message(model, number),
      content: blocks(reply, number).map(({ whole }) => whole),
      stop_reason: stopReason(reply),
      usage: usageOf(reply),
    }
  },
  error: (status, text) => ({
    type: 'error',
    error: { type: STATUS_TYPES[status] ?? 'api_error', message: text },
    request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
  }),
  errorEvent: () => ({
    event: 'error',
    data: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  }),
}

/** Starts a loopback server that speaks Anthropic's Messages API. */
export function anthropicWire(script: Script<unknown>): Promise<WireServer> {
  return wireServer(protocol, script)
}

function blocks(reply: ScriptedReply, number: number) {
  const reasoning = deltasOf(reply.reasoning)
  const text = deltasOf(reply.text)
  const signature = 'EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pk'
  return [
    ...(reasoning.length === 0
      ? []
      : [
          {
            start: { type: 'thinking', thinking: '', signature: '' },
            deltas: [
              ...reasoning.map((thinking) => ({ type: 'thinking_delta', thinking })),
              { type: 'signature_delta', signature },
            ],
            whole: { type: 'thinking', thinking: wholeText(reply.reasoning), signature },
          },
        ]),
    ...(text.length === 0
      ? []
      : [
          {
            start: { type: 'text', text: '' },
            deltas: text.map((each) => ({ type: 'text_delta', text: each })),
            whole: { type: 'text', text: wholeText(reply.text) },
          },
        ]),
    ...toolCallsOf(reply, number - 1).map(({ toolCallId: id, toolName: name, input }) => ({
      start: { type: 'tool_use', id, name, input: {} },
      deltas: ['', input.slice(0, input.length / 2), input.slice(input.length / 2)].map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      })),
      whole: { type: 'tool_use', id, name, input: JSON.parse(input) as unknown },
    })),
  ]
}

function message(model: string, number: number) {
  return {
    id: `msg_${String(number).padStart(24, '0')}`,
    type: 'message',
    role: 'assistant',
    model,
    stop_sequence: null,
  }
}

function stopReason(reply: ScriptedReply): string {
  if (reply.finishReason === 'length') return 'max_tokens'
  return (reply.toolCalls?.length ?? 0) > 0 ? 'tool_use' : 'end_turn'
}

function usageOf(reply: ScriptedReply) {
  const cacheRead = reply.usage?.cacheReadTokens ?? 0
  return {
    input_tokens: (reply.usage?.inputTokens ?? 25) - cacheRead,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cacheRead,
    output_tokens: reply.usage?.outputTokens ?? 15,
  }
}
