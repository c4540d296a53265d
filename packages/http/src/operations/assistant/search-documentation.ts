import { defined, json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { setIgnoredFiltersHeader } from '../schemas/ignored-filters.ts'
import { retrievalFilter, SearchFilter } from '../schemas/search-filter.ts'

const Body = z.object({
  query: z
    .string()
    .max(1_000)
    .refine((text) => text.trim() !== '', { error: 'must have at least one character that is not a space' })
    .describe('What to look for.')
    .meta({ examples: ['add a project'] }),
  pageSize: z.int().min(1).max(50).default(10).describe('Most results.'),
  scoreThreshold: z.number().min(0).max(1).optional().describe('Leaves out results that score less.'),
  filter: SearchFilter,
  fp: z
    .string()
    .min(1)
    .max(200)
    .nullish()
    .describe('Fingerprint of the visitor, by which what is kept of the search can be deleted.'),
})

const Result = z
  .object({
    content: z.string(),
    path: z.string(),
    metadata: z.looseObject({
      title: z.string(),
      headings: z.array(z.string()),
      url: z.string(),
      href: z.string().describe('Address of the page.'),
      score: z.number(),
      filterIgnored: z
        .array(z.enum(['language', 'version']))
        .optional()
        .describe('Filters that were left out, because no page has their value.'),
    }),
  })
  .meta({ id: 'SearchResult' })

export const searchDocumentation = defineOperation({
  id: 'searchDocumentation',
  summary: 'Search the documentation',
  tag: 'Assistant',
  key: 'assistant',
  isOpen: true,
  limit: 'search',
  body: Body,
  reply: {
    status: 200,
    description: 'Passages, with the best first.',
    content: { 'application/json': z.array(Result) },
    headers: { 'X-Filter-Ignored': 'Filters that were left out, because no page has their value.' },
  },
  async handle(call) {
    const { body, project, key, ip, headers, services, signal } = call
    const { query, pageSize, scoreThreshold, fp } = body
    const filter = retrievalFilter(body.filter, key)
    const ignored = await setIgnoredFiltersHeader(call, filter)
    const found = await services.readDocs.search(
      {
        project,
        query,
        pageSize,
        filter,
        record: {
          source: 'search',
          fp: fp ?? 'anonymous',
          reader: { ip, userAgent: headers['user-agent'] },
        },
        ...defined({ scoreThreshold }),
      },
      { signal, key },
    )
    const more = ignored.length === 0 ? {} : { filterIgnored: ignored }
    return json(
      found.map(({ content, path, url, metadata }) => ({
        content,
        path,
        metadata: { ...metadata, url, ...more },
      })),
    )
  },
})
