import type { Script, ScriptedReply } from '@docent/testing'
import { deltasOf, toolCallsOf, wholeText } from '@docent/testing'
import { z } from 'zod'
import { describeIssues } from './describe-issues.ts'
import { openaiEmbeddings } from './openai-embeddings.ts'
import { openaiError } from './openai-error.ts'
import type { WireEvent, WireProtocol } from './wire-protocol.ts'
import { type WireServer, wireServer } from './wire-server.ts'

const Request = z.looseObject({
  model: z.string().min(1),
  stream: z.boolean().optional(),
  input: z
    .array(
      z.union([
        z.looseObject({
          role: z.enum(['system', 'developer', 'user', 'assistant']),
          content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]),
        }),
        z.looseObject({
          type: z.literal('function_call'),
          call_id: z.string(),
          name: z.string(),
          arguments: z.string(),
        }),
        z.looseObject({
          type: z.literal('function_call_output'),
          call_id: z.string(),
          output: z.union([z.string(), z.array(z.unknown())]),
        }),
        z.looseObject({ type: z.literal('reasoning'), summary: z.array(z.unknown()) }),
        z.looseObject({ type: z.literal('item_reference'), id: z.string() }),
      ]),
    )
    .min(1),
  tools: z
    .array(z.looseObject({ type: z.string(), name: z.string(), parameters: z.looseObject({}) }))
    .optional(),
})

/** OpenAI's Responses API. */
const protocol: WireProtocol = {
  path: '/responses',
  end: '',
  embeddings: openaiEmbeddings,
  headers: { 'x-request-id': 'req_0f1e2d3c' },
  isStream: (body) => Request.parse(body).stream === true,
  problems(body, headers) {
    const problems = describeIssues(Request.safeParse(body))
    if (!headers.authorization?.startsWith('Bearer ')) problems.push('authorization: header is required')
    return problems
  },
  events(reply, { model }, number) {
    const base = envelope(model, number)
    const events: WireEvent[] = [
      event({ type: 'response.created', response: { ...base, status: 'in_progress', output: [] } }),
      event({ type: 'response.in_progress', response: { ...base, status: 'in_progress', output: [] } }),
      ...items(reply, number).flatMap((item, output_index) => itemEvents(item, reply, output_index)),
      event({ type: endOf(reply), response: { ...(this.body(reply, { model }, number) as object) } }),
    ]
    return events.map((each, sequence_number) => ({
      ...each,
      data: { ...(each.data as object), sequence_number },
    }))
  },
  body(reply, { model }, number) {
    return {
      ...envelope(model, number),
      status: reply.finishReason === 'length' ? 'incomplete' : 'completed',
      incomplete_details: reply.finishReason === 'length' ? { reason: 'max_output_tokens' } : null,
      output: items(reply, number),
      usage: usageOf(reply),
    }
  },
  error: openaiError,
  errorEvent: () =>
    event({
      type: 'error',
      sequence_number: 9,
      error: { type: 'server_error', code: 'server_error', message: 'The server had an error.', param: null },
    }),
}

/** Starts a loopback server that speaks OpenAI's Responses API. */
export function openaiResponsesWire(script: Script<unknown>): Promise<WireServer> {
  return wireServer(protocol, script)
}

function event(data: { type: string } & Record<string, unknown>): WireEvent {
  return { event: data.type, data }
}

function endOf(reply: ScriptedReply): string {
  return reply.finishReason === 'length' ? 'response.incomplete' : 'response.completed'
}

type Item = ReturnType<typeof items>[number]

function items(reply: ScriptedReply, number: number) {
  const text = wholeText(reply.text)
  const reasoning = wholeText(reply.reasoning)
  return [
    ...(reasoning === ''
      ? []
      : [
          {
            type: 'reasoning' as const,
            id: `rs_${number}`,
            summary: [{ type: 'summary_text', text: reasoning }],
            encrypted_content: 'gAAAAABo',
          },
        ]),
    ...(text === ''
      ? []
      : [
          {
            type: 'message' as const,
            id: `msg_${number}`,
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
          },
        ]),
    ...toolCallsOf(reply, number - 1).map((call) => ({
      type: 'function_call' as const,
      id: `fc_${call.toolCallId}`,
      status: 'completed',
      call_id: call.toolCallId,
      name: call.toolName,
      arguments: call.input,
    })),
  ]
}

function itemEvents(item: Item, reply: ScriptedReply, output_index: number): WireEvent[] {
  const at = { item_id: item.id, output_index }
  const added = (begun: object) =>
    event({ type: 'response.output_item.added', output_index, item: { ...item, ...begun } })
  const done = event({ type: 'response.output_item.done', output_index, item })
  switch (item.type) {
    case 'reasoning':
      return [
        added({ summary: [] }),
        event({
          type: 'response.reasoning_summary_part.added',
          ...at,
          summary_index: 0,
          part: { type: 'summary_text', text: '' },
        }),
        ...deltasOf(reply.reasoning).map((delta) =>
          event({ type: 'response.reasoning_summary_text.delta', ...at, summary_index: 0, delta }),
        ),
        event({
          type: 'response.reasoning_summary_part.done',
          ...at,
          summary_index: 0,
          part: item.summary[0],
        }),
        done,
      ]
    case 'message':
      return [
        added({ status: 'in_progress', content: [] }),
        event({
          type: 'response.content_part.added',
          ...at,
          content_index: 0,
          part: { type: 'output_text', text: '', annotations: [] },
        }),
        ...deltasOf(reply.text).map((delta) =>
          event({ type: 'response.output_text.delta', ...at, content_index: 0, delta, logprobs: [] }),
        ),
        event({
          type: 'response.output_text.done',
          ...at,
          content_index: 0,
          text: wholeText(reply.text),
          logprobs: [],
        }),
        event({ type: 'response.content_part.done', ...at, content_index: 0, part: item.content[0] }),
        done,
      ]
    case 'function_call':
      return [
        added({ status: 'in_progress', arguments: '' }),
        ...[
          item.arguments.slice(0, item.arguments.length / 2),
          item.arguments.slice(item.arguments.length / 2),
        ].map((delta) => event({ type: 'response.function_call_arguments.delta', ...at, delta })),
        event({ type: 'response.function_call_arguments.done', ...at, arguments: item.arguments }),
        done,
      ]
  }
}

function envelope(model: string, number: number) {
  return {
    id: `resp_${number}`,
    object: 'response',
    created_at: 1_760_000_000 + number,
    model,
    error: null,
    incomplete_details: null,
  }
}

function usageOf(reply: ScriptedReply) {
  const { inputTokens = 25, outputTokens = 15, cacheReadTokens = 0 } = reply.usage ?? {}
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cacheReadTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  }
}
