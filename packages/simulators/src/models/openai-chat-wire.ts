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
  messages: z
    .array(
      z.discriminatedUnion('role', [
        z.looseObject({ role: z.enum(['system', 'developer']), content: z.string() }),
        z.looseObject({
          role: z.literal('user'),
          content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]),
        }),
        z.looseObject({
          role: z.literal('assistant'),
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.looseObject({
                id: z.string(),
                type: z.literal('function'),
                function: z.looseObject({ name: z.string(), arguments: z.string() }),
              }),
            )
            .nullish(),
        }),
        z.looseObject({
          role: z.literal('tool'),
          tool_call_id: z.string(),
          content: z.union([z.string(), z.array(z.unknown())]),
        }),
      ]),
    )
    .min(1),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        function: z.looseObject({ name: z.string(), parameters: z.looseObject({}) }),
      }),
    )
    .optional(),
})

/** OpenAI's chat completions, which Ollama, vLLM and most gateways speak as well. */
const protocol: WireProtocol = {
  path: '/chat/completions',
  end: 'data: [DONE]\n\n',
  embeddings: openaiEmbeddings,
  headers: { 'x-request-id': 'req_0f1e2d3c' },
  isStream: (body) => Request.parse(body).stream === true,
  // Servers of one's own often have no key.
  problems: (body) => describeIssues(Request.safeParse(body)),
  events(reply, { model }, number) {
    const chunk = (delta: object, finish_reason: string | null = null): WireEvent => ({
      event: undefined,
      data: {
        ...envelope('chat.completion.chunk', model, number),
        choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      },
    })
    const calls = toolCallsOf(reply, number - 1)
    return [
      chunk({ role: 'assistant', content: '', refusal: null }),
      ...deltasOf(reply.reasoning).map((reasoning_content) => chunk({ reasoning_content })),
      ...deltasOf(reply.text).map((content) => chunk({ content })),
      ...calls.flatMap(({ toolCallId: id, toolName: name, input }, index) => [
        chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
        ...[input.slice(0, input.length / 2), input.slice(input.length / 2)].map((part) =>
          chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
        ),
      ]),
      chunk({}, finishReason(reply)),
      {
        event: undefined,
        data: { ...envelope('chat.completion.chunk', model, number), choices: [], usage: usageOf(reply) },
      },
    ]
  },
  body(reply, { model }, number) {
    const calls = toolCallsOf(reply, number - 1).map(({ toolCallId: id, toolName: name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: input },
    }))
    const message = {
      role: 'assistant',
      content: wholeText(reply.text) || null,
      refusal: null,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    }
    return {
      ...envelope('chat.completion', model, number),
      choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(reply) }],
      usage: usageOf(reply),
    }
  },
  error: openaiError,
  errorEvent: () => ({
    event: undefined,
    data: openaiError(500, 'The server had an error while processing your request.'),
  }),
}

/** Starts a loopback server that speaks OpenAI's chat completions. */
export function openaiChatWire(script: Script<unknown>): Promise<WireServer> {
  return wireServer(protocol, script)
}

function envelope(object: string, model: string, number: number) {
  return {
    id: `chatcmpl-${number}`,
    object,
    created: 1_760_000_000 + number,
    model,
    system_fingerprint: 'fp_44709d6fcb',
  }
}

function finishReason(reply: ScriptedReply): string {
  if (reply.finishReason === 'length') return 'length'
  return (reply.toolCalls?.length ?? 0) > 0 ? 'tool_calls' : 'stop'
}

function usageOf(reply: ScriptedReply) {
  const { inputTokens = 25, outputTokens = 15, cacheReadTokens = 0 } = reply.usage ?? {}
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cacheReadTokens },
    completion_tokens_details: { reasoning_tokens: 0 },
  }
}
