import type { LanguageModelV4 } from '@ai-sdk/provider'
import { NO_TELEMETRY, type Span, type Telemetry } from '../../ports/telemetry.ts'
import type { AssistantMessage } from '../assistant-message.ts'
import type { StepSink } from '../step-part.ts'
import type { ReachedLimit } from '../turn-limits.ts'
import { toModelError } from './model-error.ts'
import { type ReplyRequest, readReply } from './read-reply.ts'

/**
 * Reads one reply as an operation of the GenAI conventions. The parts of the reply are not looked at: without telemetry
 * and with it, a delta costs the same.
 */
export function readObservedReply(
  request: ReplyRequest,
  reply: AssistantMessage,
  sink: StepSink,
): Promise<ReachedLimit | undefined> {
  const { model, telemetry = NO_TELEMETRY } = request
  if (!telemetry.isOn) return readReply(request, reply, sink)
  const attributes = attributesOf(model)
  return telemetry.trace(
    `chat ${model.modelId}`,
    {
      kind: 'client',
      attributes: {
        ...attributes,
        'gen_ai.request.max_tokens': request.maxOutputTokens,
        'gen_ai.request.stream': true,
      },
    },
    async (span) => {
      const begun = performance.now()
      const seconds = () => (performance.now() - begun) / 1_000
      let failure: string | undefined
      const onFirstPart = () => {
        span.set({ 'gen_ai.response.time_to_first_chunk': seconds() })
        telemetry.record('gen_ai.client.operation.time_to_first_chunk', seconds(), attributes)
      }
      try {
        return await readReply({ ...request, onFirstPart }, reply, sink)
      } catch (error) {
        failure = request.signal.aborted ? 'aborted' : toModelError(error).code
        throw error
      } finally {
        telemetry.record('gen_ai.client.operation.duration', seconds(), {
          ...attributes,
          'error.type': failure,
        })
        describeReply(span, telemetry, request, reply)
      }
    },
  )
}

function describeReply(
  span: Span,
  telemetry: Telemetry,
  request: ReplyRequest,
  reply: AssistantMessage,
): void {
  const attributes = attributesOf(request.model)
  const { inputTokens, outputTokens, cacheRead, cacheWrite } = reply.usage
  for (const [type, tokens] of [
    ['input', inputTokens],
    ['output', outputTokens],
  ] as const) {
    if (typeof tokens !== 'number') continue
    span.set({ [`gen_ai.usage.${type}_tokens`]: tokens })
    telemetry.record('gen_ai.client.token.usage', tokens, { ...attributes, 'gen_ai.token.type': type })
  }
  // They are among the input tokens: as usage of their own, they would count twice.
  if (typeof cacheRead === 'number') span.set({ 'gen_ai.usage.cache_read.input_tokens': cacheRead })
  if (typeof cacheWrite === 'number') span.set({ 'gen_ai.usage.cache_creation.input_tokens': cacheWrite })
  if (reply.isComplete) span.set({ 'gen_ai.response.finish_reasons': [reply.finishReason] })
  if (!telemetry.withContent) return
  span.set({
    'gen_ai.input.messages': JSON.stringify(request.prompt),
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', content: reply.content }]),
  })
}

/** Providers add the kind of their API behind a dot: `anthropic.messages`. */
function attributesOf({ provider, modelId }: LanguageModelV4) {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider.split('.', 1)[0],
    'gen_ai.request.model': modelId,
  }
}
