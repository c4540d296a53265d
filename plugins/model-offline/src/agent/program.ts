import type { ToolResult } from './transcript.ts'

export interface ToolRequest {
  toolName: string
  input: Readonly<Record<string, unknown>>
}

/**
 * A piece of the agent's work as a generator: it yields the tool calls of one step and is resumed with their results,
 * in order. It must depend on nothing else, because every reply runs it again from the start over the recorded
 * results: so a run goes on in another process, and nothing is remembered.
 */
export type Program<Value> = Generator<readonly ToolRequest[], Value, readonly ToolResult[]>

/** One tool call. */
export function* call(toolName: string, input: Readonly<Record<string, unknown>>): Program<ToolResult> {
  const [result] = yield [{ toolName, input }]
  return result ?? { ok: false, text: `${toolName} gave no result.` }
}

/** Several tool calls in one step; none for an empty list. */
export function* callAll(requests: readonly ToolRequest[]): Program<readonly ToolResult[]> {
  return requests.length === 0 ? [] : yield requests
}

/** Stops an instruction with a reason that a person can read. Nothing after it in the instruction is done. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo'
}
