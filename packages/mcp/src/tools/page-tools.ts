import { pageUrl } from '@docent/core'
import { defined } from '@docent/core/plugin'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { DocsCall } from '../docs-call.ts'
import { oneLine } from '../one-line.ts'
import { readMarkdown } from '../read-markdown.ts'
import { type ExcerptRequest, leftOutNote, type PageExcerpt, pageExcerpt } from '../results/page-excerpt.ts'
import { MOST_CONTENT_BYTES, sizeOf } from '../results/result-size.ts'
import { READS, short, TOOL_META, text } from './tool-parts.ts'

/** Pages of one call. */
const MAX_PAGES = 10
/** Room for what is said about one page. */
const ABOUT_BYTES = 800

export const PagePath = z
  .string()
  .min(1)
  .max(1_000)
  .describe('Path of the page, such as /guides/start, or its address.')

const Part = {
  section: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('Only this section: the title or anchor of a heading.'),
  offset: z
    .int()
    .min(0)
    .optional()
    .describe('Where to begin, in characters: nextOffset of an earlier result.'),
}

const PageOutput = z.object({
  path: z.string(),
  title: z.string(),
  url: z.string().describe('Address for people. A path where the documentation has no website.'),
  text: z.string().describe('Markdown.'),
  offset: z.int().describe('Where text begins in the page, in characters.'),
  totalCharacters: z.int(),
  nextOffset: z.int().optional().describe('Where the rest begins. Absent: nothing is left out.'),
  leftOut: z.array(z.string()).optional().describe('Titles of sections that are left out.'),
})

type ShownPage = z.output<typeof PageOutput>

/** Adds the tools that read pages. */
export function addPageTools(server: McpServer, docs: DocsCall): void {
  const { project } = docs.call
  server.registerTool(
    'get_page',
    {
      title: `Read a page of ${project.name}`,
      description: `Reads a page of the documentation of ${project.name} as Markdown, by the path that search gives. Of a long page, it returns the beginning, and says how to read the rest.`,
      inputSchema: z.object({ path: PagePath, ...Part }),
      outputSchema: PageOutput,
      annotations: READS,
      _meta: TOOL_META,
    },
    async ({ path, ...part }) => {
      const page = await docs.limited('page', () => readPart(docs, path, part, MOST_CONTENT_BYTES))
      return { content: [text(withNote(page))], structuredContent: { ...page } }
    },
  )
  server.registerTool(
    'fetch',
    {
      title: `Fetch a page of ${project.name}`,
      description: `Reads a page of the documentation of ${project.name} as get_page does, by the id of a search result.`,
      inputSchema: z.object({
        id: PagePath.describe('The id of a search result, or the path of a page.'),
        ...Part,
      }),
      outputSchema: PageOutput.extend({
        id: z.string(),
        metadata: z.record(z.string(), z.string()).optional(),
      }),
      annotations: READS,
      _meta: TOOL_META,
    },
    async ({ id, ...part }) => {
      const page = await docs.limited('page', () => readPart(docs, id, part, MOST_CONTENT_BYTES))
      return { content: [text(withNote(page))], structuredContent: { id: page.path, ...page } }
    },
  )
  server.registerTool(
    'get_pages',
    {
      title: `Read pages of ${project.name}`,
      description: `Reads up to ${MAX_PAGES} pages of the documentation of ${project.name} as Markdown, by their paths. They share the room of one result: of long pages, it returns the beginning.`,
      inputSchema: z.object({
        paths: z.array(PagePath).min(1).max(MAX_PAGES).describe('Paths of the pages.'),
      }),
      outputSchema: z.object({ pages: z.array(PageOutput) }),
      annotations: READS,
      _meta: TOOL_META,
    },
    async ({ paths }) => {
      const pages: ShownPage[] = []
      let left = MOST_CONTENT_BYTES
      for (const [at, path] of paths.entries()) {
        // What one page leaves is for those behind it.
        const room = Math.floor(left / (paths.length - at))
        const page = await docs.limited('page', () => readPart(docs, path, {}, room))
        left -= sizeOf(page)
        pages.push(page)
      }
      const content = pages.map((page) => text(withNote(page, `path: ${oneLine(page.path)}\n\n`)))
      return { content, structuredContent: { pages } }
    },
  )
}

async function readPart(
  docs: DocsCall,
  path: string,
  part: ExcerptRequest,
  room: number,
): Promise<ShownPage> {
  const { page, markdown } = await readMarkdown(docs, path)
  return shown(docs, page, pageExcerpt(page, markdown, part, Math.max(room - ABOUT_BYTES, 100)))
}

function shown(
  { call }: DocsCall,
  { path, title }: { path: string; title: string },
  excerpt: PageExcerpt,
): ShownPage {
  const { leftOut, ...rest } = excerpt
  return {
    path,
    title: short(title),
    url: pageUrl(call.project, path),
    ...rest,
    ...defined({ leftOut: leftOut && [...leftOut] }),
  }
}

function withNote(page: ShownPage, head = ''): string {
  const note = leftOutNote(page)
  return `${head}${page.text}${note === '' ? '' : `\n\n${note}`}`
}
