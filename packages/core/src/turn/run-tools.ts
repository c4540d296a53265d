import type { LanguageModelV4ToolCall } from '@ai-sdk/provider'
import type { Json } from '../domain/json.ts'
import type { ModelMessage } from '../ports/job-store.ts'
import type { SpanOptions, Telemetry } from '../ports/telemetry.ts'
import type { Deadline } from './deadline.ts'
import type { StepSink } from './step-part.ts'
import type { ToolOutput, TurnTool } from './turn-tool.ts'

/** Levels of objects and lists in the input of a tool: deeper ones are no input that a tool has. */
const MOST_LEVELS = 64

export type ToolResults = Extract<ModelMessage, { role: 'tool' }>['content']

/** What a reply may call. */
export interface ToolBox {
  readonly tools: readonly TurnTool[]
  readonly telemetry: Telemetry
}

/** Runs the tool calls of a reply in order. Errors go back to the model as results; a call has a result in any case. */
export async function runTools(
  { tools, telemetry }: ToolBox,
  calls: readonly LanguageModelV4ToolCall[],
  deadline: Deadline,
  sink: StepSink,
): Promise<ToolResults> {
  const results: ToolResults = []
  for (const call of calls) {
    const { toolCallId, toolName } = call
    if (deadline.reached) {
      const value = `Not run: ${deadline.reached.message}`
      results.push({ type: 'tool-result', toolCallId, toolName, output: { type: 'error-text', value } })
      continue
    }
    const input = parseInput(call)
    await sink({ type: 'tool-call', toolCallId, toolName, input: input.ok ? input.value : {} })
    const output = await telemetry.trace(
      `execute_tool ${toolName}`,
      spanOf(telemetry, call),
      async (span) => {
        const ended = await runTool(tools, call, input, deadline)
        if (ended.isError) span.fail('tool_error')
        if (telemetry.withContent) span.set({ 'gen_ai.tool.call.result': JSON.stringify(ended.value) })
        return ended
      },
    )
    if (!deadline.reached) deadline.signal.throwIfAborted()
    await sink({ type: 'tool-result', toolCallId, toolName, output: output.value, isError: output.isError })
    results.push({ type: 'tool-result', toolCallId, toolName, output: asResult(output) })
  }
  return results
}

function spanOf(
  { withContent }: Telemetry,
  { toolCallId, toolName, input }: LanguageModelV4ToolCall,
): SpanOptions {
  return {
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': toolName,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': toolCallId,
      'gen_ai.tool.call.arguments': withContent ? input : undefined,
    },
  }
}

function asResult({
  value,
  isError,
}: ToolOutput): Extract<ToolResults[number], { type: 'tool-result' }>['output'] {
  if (isError) return { type: 'error-text', value: typeof value === 'string' ? value : JSON.stringify(value) }
  return typeof value === 'string' ? { type: 'text', value } : { type: 'json', value }
}

type ParsedInput = { ok: true; value: Json } | { ok: false; message: string }

function parseInput(call: LanguageModelV4ToolCall): ParsedInput {
  try {
    return { ok: true, value: parseToolInput(call.input) }
  } catch (error) {
    return {
      ok: false,
      message: `The input of ${call.toolName} is not valid JSON (${(error as Error).message}). Call it again.`,
    }
  }
}

/** @throws SyntaxError when the input is not JSON, or JSON that nothing else could write again. */
export function parseToolInput(input: string): Json {
  const value = JSON.parse(input.trim() || '{}') as Json
  if (isDeeperThan(value, MOST_LEVELS)) throw new SyntaxError(`more than ${MOST_LEVELS} levels`)
  return value
}

function isDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (
    levels === 0 || Object.values(value).some((each) => each !== undefined && isDeeperThan(each, levels - 1))
  )
}

async function runTool(
  tools: readonly TurnTool[],
  call: LanguageModelV4ToolCall,
  input: ParsedInput,
  deadline: Deadline,
): Promise<ToolOutput> {
  if (!input.ok) return { value: input.message, isError: true }
  const tool = tools.find((candidate) => candidate.name === call.toolName)
  if (!tool) {
    const names = tools.map((candidate) => candidate.name).join(', ')
    return { value: `There is no tool ${call.toolName}. The tools are: ${names || 'none'}.`, isError: true }
  }
  try {
    return await deadline.race(
      tool.run(input.value, { toolCallId: call.toolCallId, signal: deadline.signal }),
    )
  } catch (error) {
    if (!deadline.reached) throw error
    return { value: `Stopped: ${deadline.reached.message}`, isError: true }
  }
}
