import type { SearchResultView } from '@docent/core'
import { defined } from '@docent/core/plugin'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type DocsCall, readerOf } from '../docs-call.ts'
import { oneLine } from '../one-line.ts'
import { beginningOf, MOST_CONTENT_BYTES, sizeOf } from '../results/result-size.ts'
import { READS, short, TOOL_META, text } from './tool-parts.ts'

/** Passages of one search. */
export const MAX_RESULTS = 20
/** Longest name of a tool: clients put the name of the server in front, and take 60 characters in all. */
const MAX_NAME = 45
/** Of one passage, where its page is a single long one. */
const MOST_OF_A_PASSAGE = 6_000

const value = z.string().min(1).max(200).optional()

const SearchInput = z.object({
  query: z.string().trim().min(1).max(1_000).describe('Keywords or a question.'),
  limit: z.int().min(1).max(MAX_RESULTS).default(5).describe('Most passages.'),
  version: value.describe('Only pages of this version.'),
  language: value.describe('Only pages in this language.'),
  tag: value.describe('Only pages with this tag.'),
})

const Result = z.object({
  id: z.string().describe('What fetch takes: the path of the page.'),
  title: z.string(),
  url: z.string(),
  text: z.string().describe('The passage.'),
  headings: z.array(z.string()).describe('Where the passage is in its page.'),
  version: z.string().optional(),
  language: z.string().optional(),
  also: z.array(z.string()).optional().describe('Paths of the same section in other versions and languages.'),
})

const SearchOutput = z.object({
  results: z.array(Result).describe('Best first.'),
  leftOut: z.int().optional().describe('Passages that were found and have no room in one result.'),
})

type ShownResult = z.output<typeof Result>

/** Adds the search, also under the names that clients of hosted services call. */
export function addSearchTools(server: McpServer, docs: DocsCall): void {
  const { call, choice, trustedGroups, fp, coverage, limited } = docs
  const { project, key, services, signal } = call
  const about = `Searches the documentation of ${project.name}: passages, best first, with the path and address of their page.`
  const named = aliasesOf(project)
  for (const name of ['search', ...named])
    server.registerTool(
      name,
      {
        title: `Search ${project.name}`,
        description: `${about} ${coverage}`.trim(),
        inputSchema: SearchInput,
        outputSchema: SearchOutput,
        annotations: READS,
        _meta: TOOL_META,
      },
      ({ query, limit, ...given }) =>
        limited('search', async () => {
          const filter = {
            ...choice,
            ...defined(given),
            ...(trustedGroups.length > 0 ? { trustedGroups } : {}),
          }
          const found = await services.readDocs.search(
            {
              project,
              query,
              pageSize: limit,
              filter,
              record: { source: 'mcp', fp, reader: readerOf(docs) },
            },
            { signal, key },
          )
          return searchResult(found, named.includes(name) ? labelledText : plainText)
        }),
    )
}

function searchResult(found: readonly SearchResultView[], asText: (result: ShownResult) => string) {
  const results: ShownResult[] = []
  let left = MOST_CONTENT_BYTES
  for (const each of found) {
    const result = resultOf(each)
    left -= sizeOf(result)
    if (left < 0 && results.length > 0) break
    results.push(result)
  }
  const rest = found.length - results.length
  const content = results.map((result) => text(asText(result)))
  if (found.length === 0) content.push(text('Nothing was found.'))
  if (rest > 0) content.push(text(`[${rest} more found. Search for something narrower to see them.]`))
  return { content, structuredContent: { results, ...(rest > 0 && { leftOut: rest }) } }
}

function resultOf({ path, url, content, metadata }: SearchResultView): ShownResult {
  const { title, headings, version, language, also } = metadata
  return {
    id: path,
    title: short(title),
    url,
    text: beginningOf(content, MOST_OF_A_PASSAGE),
    headings: headings.filter((heading) => heading !== title).map(short),
    ...defined({ version, language, also: also?.map((other) => other.path) }),
  }
}

function plainText({ id, title, url, text, headings, version, language, also = [] }: ShownResult) {
  const head = [
    ...[[title, ...headings].join(' > '), `path: ${id}`, `url: ${url}`],
    ...(version === undefined ? [] : [`version: ${version}`]),
    ...(language === undefined ? [] : [`language: ${language}`]),
    ...also.map((path) => `also: ${path}`),
  ]
  return `${head.map(oneLine).join('\n')}\n\n${text}`
}

/** The lines that clients of hosted services take apart. */
function labelledText({ id, title, url, text }: ShownResult) {
  return `Title: ${oneLine(title)}\nLink: ${oneLine(url)}\nPage: ${oneLine(id)}\nContent: ${text}`
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
