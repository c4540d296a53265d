import { z } from 'zod'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'

export function moveFile({ workspace, policy, touched }: AgentToolContext): TurnTool {
  return defineTool({
    name: 'move_file',
    description: 'Moves or renames a file. Links to it and its navigation entry are yours to fix.',
    input: z.object({
      from: z.string().min(1).describe('Relative to the repository root.'),
      to: z.string().min(1).describe('Relative to the repository root; must not exist.'),
    }),
    async execute({ from, to }, { signal }) {
      policy.assertWritable(from)
      policy.assertWritable(to)
      await workspace.move(from, to, { signal })
      touched.add(from).add(to)
      return `Moved ${from} to ${to}.`
    },
  })
}
