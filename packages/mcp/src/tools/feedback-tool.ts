import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { DocsCall } from '../docs-call.ts'
import { PagePath } from './page-tools.ts'
import { text } from './tool-parts.ts'

/** Adds the tool by which agents report problems of pages. */
export function addFeedbackTool(server: McpServer, { call, fp, limited }: DocsCall): void {
  const { project, services, signal } = call
  server.registerTool(
    'submit_feedback',
    {
      title: `Report a problem of a page of ${project.name}`,
      description: `Tells the owners of the documentation of ${project.name} that a page is wrong, unclear or lacks something. Say what and where.`,
      inputSchema: z.object({
        path: PagePath,
        feedback: z.string().trim().min(1).max(4_000).describe('What is wrong or missing.'),
      }),
      outputSchema: z.object({ id: z.string() }),
      annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: false },
    },
    ({ path, feedback }) =>
      limited('feedback', async () => {
        const draft = { path, comment: feedback, source: 'agent' as const, fp }
        const { id } = await services.givePageFeedback.give(project, draft, { signal })
        return { content: [text(`Kept as ${id}.`)], structuredContent: { id } }
      }),
  )
}
