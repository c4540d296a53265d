import type { z } from 'zod'
import type { Json } from '../../domain/json.ts'
import type { Project } from '../../domain/project.ts'
import { type Token, token } from '../../ports/token.ts'
import { defineTool, type ToolContext, type ToolDefinition, type TurnTool } from '../../turn/turn-tool.ts'
import type { ReadableFiles } from '../contexts/context-files.ts'
import { GuardedEdits } from '../policy/guarded-edits.ts'
import type { AgentToolContext } from './agent-tool-context.ts'

/** What a tool of a plugin works on. */
export interface AddedAgentToolContext extends ToolContext {
  readonly project: Project
  /** The working copy of the run, and the context repositories that it reads. */
  readonly files: ReadableFiles
  /** @throws DocentError `forbidden` where the write policy refuses the path or the text; the model reads why */
  write(path: string, text: string): Promise<void>
}

/** A tool that a plugin gives the agent. */
export interface AddedAgentTool<Schema extends z.ZodType = z.ZodType>
  extends Omit<ToolDefinition<Schema>, 'execute'> {
  execute(input: z.output<Schema>, context: AddedAgentToolContext): Promise<Json>
}

export const RegisteredAgentTools: Token<readonly AddedAgentTool[]> =
  token<readonly AddedAgentTool[]>('RegisteredAgentTools')

/** Binds a tool of a plugin to one run. */
export function addedAgentTool(tool: AddedAgentTool, context: AgentToolContext): TurnTool {
  const { workspace, project, policy, files, touched } = context
  const edits = new GuardedEdits(workspace, policy)
  return defineTool({
    ...tool,
    execute: (input, call) =>
      tool.execute(input, {
        ...call,
        project,
        files,
        async write(path, text) {
          await edits.write(path, text, { signal: call.signal })
          touched.add(path)
        },
      }),
  })
}
