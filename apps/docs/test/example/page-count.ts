import { defineApiOperation, definePlugin, json, Retriever } from '@docent/core/plugin'
import { z } from 'zod'

const countPages = defineApiOperation({
  id: 'countPages',
  summary: 'Count the pages of a project',
  tag: 'Dashboard',
  permission: 'view',
  query: z.strictObject({ below: z.string().default('/').describe('Path that the pages are below.') }),
  reply: {
    status: 200,
    description: 'The count.',
    content: { 'application/json': z.object({ pages: z.int() }) },
  },
  async handle({ docent, project, query, signal }) {
    const pages = (await docent.resolve(Retriever).pages?.(project.id, { signal })) ?? []
    return json({ pages: pages.filter(({ path }) => path.startsWith(query.below)).length })
  },
})

export const pageCount = definePlugin({
  name: 'page-count',
  options: z.strictObject({}),
  setup: (_options, host) => host.addRoutes([['GET', '/api/projects/{projectId}/page-count', countPages]]),
})
