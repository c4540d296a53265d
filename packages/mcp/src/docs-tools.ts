import type { SearchResultView } from '@docent/core'
import { defined, type RetrievalFilter } from '@docent/core/plugin'
import type { Call } from '@docent/http'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { LimitedWork } from './limited-work.ts'
import { canListPages, listedPages, type PageChoice } from './listed-pages.ts'
import { oneLine } from './one-line.ts'

/** Passages of one search. */
export const MAX_RESULTS = 20
/** Pages of one call. */
const MAX_PAGES = 10
/** Longest name of a tool: clients put the name of the server in front, and take 60 characters in all. */
const MAX_NAME = 45

const value = z.string().min(1).max(200).optional()

const SearchInput = {
  query: z.string().trim().min(1).max(1_000).describe('Keywords or a question.'),
  limit: z.int().min(1).max(MAX_RESULTS).default(5).describe('Most passages.'),
  version: value.describe('Only pages of this version.'),
  language: value.describe('Only pages in this language.'),
  tag: value.describe('Only pages with this tag.'),
}

const PageInput = {
  path: z.string().min(1).max(1_000).describe('Path of the page, such as /guides/start.'),
}

/** Reads only, and only this documentation. */
const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }

interface DocsToolsOptions {
  readonly groups: readonly string[]
  readonly fp: string
  /** What the documentation covers, as a sentence. */
  readonly coverage: string
  /** For a search that names no version or language itself, and for the list. */
  readonly choice: PageChoice
}

/** Adds the tools to a server that answers one call. */
export function addDocsTools(
  server: McpServer,
  call: Call,
  { groups, fp, coverage, choice }: DocsToolsOptions,
  limited: LimitedWork,
): void {
  const { project, key, services, signal, ip, headers } = call
  const reader = { ip, userAgent: headers['user-agent'] }
  const trustedGroups = key.trustGroups ? groups : []
  const about = (text: string) => `${text} ${coverage}`.trim()
  const searchConfig = {
    title: `Search ${project.name}`,
    description: about(
      `Searches the documentation of ${project.name}: passages, best first, with the path and address of their page.`,
    ),
    inputSchema: SearchInput,
    annotations,
  }
  const named = aliasesOf(project)
  for (const name of ['search', ...named])
    server.registerTool(name, searchConfig, ({ query, limit, ...given }) =>
      limited('search', async () => {
        const filter = filterOf({ ...choice, ...defined(given) }, key.trustGroups, groups)
        const found = await services.readDocs.search(
          { project, query, pageSize: limit, filter, record: { source: 'mcp', fp, reader } },
          { signal, key },
        )
        const shown = named.includes(name) ? asLabelledText : asText
        return { content: found.length === 0 ? [text('Nothing was found.')] : found.map(shown) }
      }),
    )
  server.registerTool(
    'get_page',
    {
      title: `Read a page of ${project.name}`,
      description: `Reads one whole page of the documentation of ${project.name} as Markdown, by the path that search gives.`,
      inputSchema: PageInput,
      annotations,
    },
    ({ path }) =>
      limited('page', async () => {
        const page = await services.readDocs.page({ project, path, trustedGroups, reader }, { signal })
        return { content: [text(`# ${page.title}\n\n${page.content}`)] }
      }),
  )
  server.registerTool(
    'get_pages',
    {
      title: `Read pages of ${project.name}`,
      description: `Reads up to ${MAX_PAGES} whole pages of the documentation of ${project.name} as Markdown, by their paths.`,
      inputSchema: { paths: z.array(PageInput.path).min(1).max(MAX_PAGES).describe('Paths of the pages.') },
      annotations,
    },
    async ({ paths }) => {
      const content = []
      for (const path of paths)
        content.push(
          await limited('page', async () => {
            const page = await services.readDocs.page({ project, path, trustedGroups, reader }, { signal })
            return text(`# ${page.title}\n\npath: ${oneLine(page.path)}\n\n${page.content}`)
          }),
        )
      return { content }
    },
  )
  // A tool that can only say that there is no page would mislead the model.
  if (canListPages(call))
    server.registerTool(
      'list_pages',
      {
        title: `List the pages of ${project.name}`,
        description: about(
          `Lists every page of the documentation of ${project.name}: path, title and description, a line each.`,
        ),
        annotations,
      },
      () =>
        limited('page', async () => {
          const pages = await listedPages(call, trustedGroups, choice)
          const lines = pages.map(({ path, title, description }) =>
            [path, title, description].filter(Boolean).map(String),
          )
          return {
            content: [
              text(lines.map((line) => line.map(oneLine).join(' | ')).join('\n') || 'There is no page.'),
            ],
          }
        }),
    )
  server.registerTool(
    'submit_feedback',
    {
      title: `Report a problem of a page of ${project.name}`,
      description: `Tells the owners of the documentation of ${project.name} that a page is wrong, unclear or lacks something. Say what and where.`,
      inputSchema: {
        path: PageInput.path,
        feedback: z.string().trim().min(1).max(4_000).describe('What is wrong or missing.'),
      },
      annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: false },
    },
    ({ path, feedback }) =>
      limited('feedback', async () => {
        const draft = { path, comment: feedback, source: 'agent' as const, fp }
        const { id } = await services.givePageFeedback.give(project, draft, { signal })
        return { content: [text(`Kept as ${id}.`)] }
      }),
  )
}

/** Names that clients of hosted services call: by the domain, and by the name of the project in words. */
function aliasesOf({ domain, name }: { domain: string; name: string }): string[] {
  const byDomain = domain.replace(/[^\w-]/g, '_')
  const byName = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  const aliases = [byDomain, byName]
    .filter((each) => each !== '')
    .map((each) => `search_${each}`.slice(0, MAX_NAME).replace(/_$/, ''))
  return [...new Set(aliases)]
}

function filterOf(
  {
    version,
    language,
    tag,
  }: { version?: string | undefined; language?: string | undefined; tag?: string | undefined },
  isTrusted: boolean | undefined,
  groups: readonly string[],
): RetrievalFilter {
  return {
    ...defined({ version, language, tag }),
    ...(groups.length > 0 && isTrusted ? { trustedGroups: groups } : {}),
  }
}

function asText({ path, url, content, metadata }: SearchResultView) {
  const { title, headings, version, language, also = [] } = metadata
  const place = headings.filter((heading) => heading !== title).join(' > ')
  const head = [
    ...[place === '' ? title : `${title} > ${place}`, `path: ${path}`, `url: ${url}`],
    ...(version === undefined ? [] : [`version: ${version}`]),
    ...(language === undefined ? [] : [`language: ${language}`]),
    ...also.map((other) => `also: ${other.path}`),
  ]
  return text(`${head.map(oneLine).join('\n')}\n\n${content}`)
}

/** The lines that clients of hosted services take apart. */
function asLabelledText({ path, url, content, metadata: { title } }: SearchResultView) {
  const lines = [`Title: ${oneLine(title)}`, `Link: ${oneLine(url)}`, `Page: ${oneLine(path)}`]
  return text(`${lines.join('\n')}\nContent: ${content}`)
}

const text = (content: string) => ({ type: 'text' as const, text: content })
