import type {
  LanguageModelV4,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider'

export type Tools = Readonly<Record<string, (input: Record<string, unknown>) => string | object>>

/** A tool's own refusal: goes back to the model as an error. */
export class ToolRefusal extends Error {}

export interface Turn {
  text: string
  /** The prompt with everything that was said. */
  prompt: LanguageModelV4Message[]
  /** `tool(input)` of every call, in order. */
  calls: { toolCallId: string; toolName: string; input: Record<string, unknown> }[]
  steps: number
}

/**
 * The smallest turn loop: model step, tool calls, next step, until a reply has no tool calls. Each step may be asked
 * of another model, as after a crash.
 */
export async function runTurn(
  model: () => LanguageModelV4,
  prompt: LanguageModelV4Prompt,
  tools: Tools,
  maxSteps = 60,
): Promise<Turn> {
  const turn: Turn = { text: '', prompt: [...prompt], calls: [], steps: 0 }
  for (; turn.steps < maxSteps; turn.steps++) {
    const { stream } = await model().doStream({
      prompt: JSON.parse(JSON.stringify(turn.prompt)),
      tools: Object.keys(tools).map((name) => ({ type: 'function', name, inputSchema: { type: 'object' } })),
    })
    let text = ''
    const calls: LanguageModelV4ToolCall[] = []
    for await (const part of stream) {
      if (part.type === 'text-delta') text += part.delta
      if (part.type === 'tool-call') calls.push(part)
    }
    const parsed = calls.map((call) => ({
      ...call,
      input: JSON.parse(call.input) as Record<string, unknown>,
    }))
    turn.prompt.push({
      role: 'assistant',
      content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...parsed],
    })
    if (calls.length === 0) return { ...turn, text }
    for (const { toolCallId, toolName, input } of parsed) {
      turn.calls.push({ toolCallId, toolName, input })
      turn.prompt.push({
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId, toolName, output: runTool(tools, toolName, input) }],
      })
    }
  }
  throw new Error(`The turn did not end within ${maxSteps} steps.`)
}

function runTool(tools: Tools, name: string, input: Record<string, unknown>) {
  try {
    const result = tools[name]?.(input) ?? ''
    return typeof result === 'string'
      ? ({ type: 'text', value: result } as const)
      : ({ type: 'json', value: JSON.parse(JSON.stringify(result)) } as const)
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error
    return { type: 'error-text', value: error.message } as const
  }
}
