import { defined } from '@docent/core'
import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { json } from '../reply.ts'
import { retrievalFilter, SearchFilter } from './schemas/search-filter.ts'

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
      score: z.number(),
    }),
  })
  .meta({ id: 'SearchResult' })

export const searchDocumentation = defineOperation({
  id: 'searchDocumentation',
  summary: 'Search the documentation',
  tag: 'Assistant',
  key: 'assistant',
  limit: 'search',
  body: Body,
  reply: {
    status: 200,
    description: 'Passages, best first.',
    content: { 'application/json': z.array(Result) },
  },
  async handle({ body, project, key, ip, headers, services, signal }) {
    const { query, pageSize, scoreThreshold, filter, fp } = body
    const found = await services.searchDocs.search(
      {
        project,
        query,
        pageSize,
        filter: retrievalFilter(filter, key),
        record: {
          source: 'search',
          fp: fp ?? 'anonymous',
          reader: { ip, userAgent: headers['user-agent'] },
        },
        ...defined({ scoreThreshold }),
      },
      { signal, key },
    )
    return json(
      found.map(({ content, path, url, metadata }) => ({ content, path, metadata: { ...metadata, url } })),
    )
  },
})
