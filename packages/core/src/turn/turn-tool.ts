import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { z } from 'zod'
import type { Json } from '../domain/json.ts'
import { DocentError } from '../errors/docent-error.ts'

export interface ToolContext {
  toolCallId: string
  signal: AbortSignal
}

/** What a tool gives back to the model. A string goes as text, anything else as JSON. */
export interface ToolOutput {
  value: Json
  isError: boolean
}

/** A tool that the model may call. Its errors go back to the model as results; they never end the turn. */
export interface TurnTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: LanguageModelV4FunctionTool['inputSchema']
  /**
   * Checks the input and runs the tool.
   * @throws only what must end the turn: an aborted signal, a lost lease.
   */
  run(input: unknown, context: ToolContext): Promise<ToolOutput>
}

export interface ToolDefinition<Schema extends z.ZodType> {
  name: string
  description: string
  /** Every field with `.describe()`: the model reads it. */
  input: Schema
  execute(input: z.output<Schema>, context: ToolContext): Promise<Json>
}

/** Makes a tool of a zod schema and a function. A DocentError it throws becomes an error result, its message and all. */
export function defineTool<Schema extends z.ZodType>(definition: ToolDefinition<Schema>): TurnTool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(definition.input, { io: 'input' })
  return {
    name: definition.name,
    description: definition.description,
    inputSchema: inputSchema as LanguageModelV4FunctionTool['inputSchema'],
    async run(input, context) {
      const parsed = definition.input.safeParse(input)
      if (!parsed.success) return { value: describeIssues(definition.name, parsed.error), isError: true }
      try {
        return { value: await definition.execute(parsed.data, context), isError: false }
      } catch (error) {
        context.signal.throwIfAborted()
        if (!DocentError.is(error) || error.code === 'lease_lost' || error.code === 'aborted') throw error
        return { value: error.message, isError: true }
      }
    },
  }
}

function describeIssues(tool: string, error: z.ZodError): string {
  const lines = error.issues.map((issue) => `- ${issue.path.join('.') || 'input'}: ${issue.message}`)
  return `The input of ${tool} is wrong:\n${lines.join('\n')}\nCall it again with the input corrected.`
}
