import { defined } from '@docent/core/plugin'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { DocsCall } from '../docs-call.ts'
import { listedPages } from '../listed-pages.ts'
import { oneLine } from '../one-line.ts'
import { MOST_CONTENT_BYTES, sizeOf } from '../results/result-size.ts'
import { READS, short, TOOL_META, text } from './tool-parts.ts'

const Listed = z.object({ path: z.string(), title: z.string(), description: z.string().optional() })

/** Adds the list of pages, for a retriever that can list them. */
export function addListTool(server: McpServer, docs: DocsCall): void {
  const { call, trustedGroups, choice, coverage, limited } = docs
  const { project } = call
  const about = `Lists the pages of the documentation of ${project.name}: path, title and description, a line each. A long list comes in parts.`
  server.registerTool(
    'list_pages',
    {
      title: `List the pages of ${project.name}`,
      description: `${about} ${coverage}`.trim(),
      inputSchema: z.object({
        path: z
          .string()
          .min(1)
          .max(1_000)
          .optional()
          .describe('Only pages below this path, such as /guides.'),
        offset: z.int().min(0).default(0).describe('Pages to skip: nextOffset of an earlier result.'),
      }),
      outputSchema: z.object({
        pages: z.array(Listed),
        totalPages: z.int(),
        nextOffset: z.int().optional().describe('Where to go on. Absent: no page is left out.'),
      }),
      annotations: READS,
      _meta: TOOL_META,
    },
    ({ path = '/', offset }) =>
      limited('page', async () => {
        const below = `/${path.replace(/^\/|\/$/g, '')}`
        const pages = (await listedPages(call, trustedGroups, choice)).filter(
          (page) => below === '/' || page.path === below || page.path.startsWith(`${below}/`),
        )
        return listOf(pages, offset)
      }),
  )
}

function listOf(
  pages: readonly { path: string; title: string; description?: string | undefined }[],
  offset: number,
) {
  const listed: z.output<typeof Listed>[] = []
  let left = MOST_CONTENT_BYTES
  for (const { path, title, description } of pages.slice(offset)) {
    const page = { path, title: short(title), ...defined({ description: description && short(description) }) }
    left -= sizeOf(page)
    if (left < 0 && listed.length > 0) break
    listed.push(page)
  }
  const next = offset + listed.length
  const lines = listed.map(({ path, title, description }) =>
    [path, title, ...(description ? [description] : [])].map(oneLine).join(' | '),
  )
  if (listed.length === 0) lines.push('There is no page.')
  if (next < pages.length) lines.push('', `[${pages.length - next} more. Go on with offset ${next}.]`)
  return {
    content: [text(lines.join('\n'))],
    structuredContent: {
      pages: listed,
      totalPages: pages.length,
      ...(next < pages.length && { nextOffset: next }),
    },
  }
}
