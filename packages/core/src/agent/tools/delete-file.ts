import { z } from 'zod'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'

export function deleteFile({ workspace, policy, touched }: AgentToolContext): TurnTool {
  return defineTool({
    name: 'delete_file',
    description: 'Deletes a file. Links to it and its navigation entry are yours to fix.',
    input: z.object({ path: z.string().min(1).describe('Relative to the repository root.') }),
    async execute({ path }, { signal }) {
      policy.assertWritable(path)
      await workspace.delete(path, { signal })
      touched.add(path)
      return `Deleted ${path}.`
    },
  })
}
