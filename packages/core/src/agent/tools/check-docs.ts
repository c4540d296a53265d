import { z } from 'zod'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import { describeProblems } from '../check-docs.ts'
import type { AgentToolContext } from './agent-tool-context.ts'

export function checkDocs(context: AgentToolContext): TurnTool {
  return defineTool({
    name: 'check_docs',
    description:
      'Checks what you changed: the pages parse, frontmatter is valid, internal links, anchors, images and navigation entries resolve, code fences are closed, OpenAPI descriptions parse and their $refs resolve.',
    input: z.object({}),
    async execute(_input, { signal }) {
      const report = await context.checkDocs(signal)
      return report.problems.length === 0
        ? `All checks pass (${report.checked} files).`
        : describeProblems(report.problems)
    },
  })
}
