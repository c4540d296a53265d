import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'

const Body = z.object({
  path: z
    .string()
    .min(1)
    .max(1_000)
    .describe('Route path of the page, such as `/guides/start`.')
    .meta({ examples: ['/quickstart'] }),
  groups: z
    .array(z.string().min(1).max(200))
    .max(100)
    .nullish()
    .describe('Groups whose pages may be seen; counts only with a key that has trustGroups.'),
})

export const readDocumentationPage = defineOperation({
  id: 'readDocumentationPage',
  summary: 'Read one page of the documentation',
  tag: 'Assistant',
  key: 'assistant',
  isOpen: true,
  limit: 'page',
  body: Body,
  reply: {
    status: 200,
    description: 'The page’s Markdown.',
    content: { 'application/json': z.object({ path: z.string(), content: z.string() }) },
  },
  async handle({ body, project, key, ip, headers, services, signal }) {
    const trustedGroups = key.trustGroups ? (body.groups ?? []) : []
    const page = await services.readDocs.page(
      { project, path: body.path, trustedGroups, reader: { ip, userAgent: headers['user-agent'] } },
      { signal },
    )
    return json({ path: page.path, content: page.content })
  },
})
