import { z } from 'zod'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import { describeChecks } from '../checks/describe-checks.ts'
import type { AgentToolContext } from './agent-tool-context.ts'

export function checkDocs(context: AgentToolContext): TurnTool {
  return defineTool({
    name: 'check_docs',
    description:
      'Checks what you changed: the pages parse, frontmatter is valid, internal links, anchors, images and navigation entries resolve, code fences are closed, OpenAPI descriptions parse and their $refs resolve.',
    input: z.object({}),
    async execute(_input, { signal }) {
      const report = await context.checkDocs(signal)
      const { problems } = report
      const message =
        problems.length === 0
          ? `All checks pass. ${describeChecks(report)}`
          : 'These problems are new since the base revision.'
      const fields = problems.map(({ file, line, rule, message }) => ({ file, line, rule, message }))
      return { message, passed: problems.length === 0, problems: fields }
    },
  })
}
