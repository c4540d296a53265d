import type { z } from 'zod'
import type { Json } from '../../domain/json.ts'
import type { Project } from '../../domain/project.ts'
import type { RetrievedPassage } from '../../ports/retriever.ts'
import { type Token, token } from '../../ports/token.ts'
import { defineTool, type ToolContext, type ToolDefinition, type TurnTool } from '../../turn/turn-tool.ts'
import { type FoundPassages, searchToolOutput } from '../search/found-passages.ts'

/** What a tool of a plugin knows of the answer that it helps with. */
export interface AddedAssistantToolContext extends ToolContext {
  readonly project: Project
  /** Whose pages the reader may see; empty: only pages that are open to everyone. */
  readonly trustedGroups: readonly string[]
  /** Gives passages numbers that the answer can cite. @returns what to give the model */
  cite(passages: readonly RetrievedPassage[]): Json
}

/** A tool that a plugin gives the assistant. An answer links only to passages that a tool cited. */
export interface AddedAssistantTool<Schema extends z.ZodType = z.ZodType>
  extends Omit<ToolDefinition<Schema>, 'execute'> {
  execute(input: z.output<Schema>, context: AddedAssistantToolContext): Promise<Json>
}

export const RegisteredAssistantTools: Token<readonly AddedAssistantTool[]> =
  token<readonly AddedAssistantTool[]>('RegisteredAssistantTools')

/** Names that no tool of a plugin may have. */
export const ASSISTANT_TOOL_NAMES: readonly string[] = ['search', 'read_page']

/** Binds a tool of a plugin to one answer. */
export function addedAssistantTool(
  tool: AddedAssistantTool,
  found: FoundPassages,
  about: Pick<AddedAssistantToolContext, 'project' | 'trustedGroups'>,
): TurnTool {
  const cite = (passages: readonly RetrievedPassage[]) => searchToolOutput(found.add([...passages]))
  return defineTool({
    ...tool,
    execute: (input, call) => tool.execute(input, { ...call, ...about, cite }),
  })
}
